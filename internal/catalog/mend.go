package catalog

// mends are what a mend of a card says it did, by its code.
var mends = map[string]Text{
	"added":        {"`{name}` 멤버를 넣었다: {now}.", "added the member `{name}`: {now}."},
	"changed":      {"값을 고쳤다. 앞: {before}, 지금: {now}.", "changed the value from {before} to {now}."},
	"removed":      {"`{name}` 멤버를 뺐다: {was}.", "removed the member `{name}`: {was}."},
	"null":         {"`null`인 `{name}` 멤버를 뺐다. 없는 것으로 읽던 값이다.", "removed the member `{name}`, a null that was read as absent."},
	"renamed":      {"멤버의 이름을 고쳤다. 앞: `{before}`, 지금: `{now}`.", "renamed the member `{before}` to `{now}`."},
	"moved":        {"`{before}`의 값을 `{now}` 멤버로 옮겨 적었다.", "wrote the value of `{before}` as `{now}`."},
	"repeated":     {"되풀이된 원소를 뺐다: {before}.", "removed an element that was there before: {before}."},
	"superseded":   {"옛 URI의 확장을 뺐다. 같은 것이 새 URI로 적혀 있다. 뺀 것: {was}.", "removed an extension under its former URI, since it stands under the present one too: {was}."},
	"requirement":  {"인증 요구를 이 멤버의 표기로 적었다: {now}.", "wrote a requirement in the form of its member: {now}."},
	"interfaces":   {"옛 멤버에 적힌 인터페이스를 `supportedInterfaces`로 옮겨 적었다: {count}개.", "wrote the interfaces of older members as `supportedInterfaces`; their number: {count}."},
	"secret":       {"자격 증명을 뺐다. 카드는 누구나 읽으므로 그 자격 증명은 이미 새었다. 폐기해야 한다.", "removed a credential. Anyone could read it, so it has to be revoked."},
	"signatures":   {"카드가 달라져 앞의 서명이 맞는다고 볼 수 없다. 서명을 뺐다: {count}개. 고친 카드에 다시 서명한다.", "removed signatures that can't be taken to cover the mended card; their number: {count}. Sign the card anew."},
	"dialect":      {"이 표기로 적었다. 앞: {before}, 지금: {now}.", "wrote it as the dialect has it. Before: {before}, now: {now}."},
	"dialect-drop": {"이 표기에서 적지 않는 `{name}` 멤버를 뺐다. 뜻은 그대로다. 뺀 것: {was}.", "removed the member `{name}`, which the dialect leaves out; nothing that it said is lost: {was}."},
}

// Mend is what the mend of that code says it did.
func Mend(code string, args ...string) Text { return Fill(mends[code], args...) }
