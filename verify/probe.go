package verify

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/netguard"
	"github.com/hs9147/agentcard/tags"
)

// probe is the proof by calls that one action skill does not execute twice
// (rule E4-probe), and what its records are to show (rule E5-record).
type probe struct {
	s      *Subject
	action Action
	skill  *skill // nil where the card has no such action
	client *a2a.Client

	usable, begun, started, ran bool

	tried  bool      // with a credential of advice (rule E3-live)
	opened []Finding // what came of that

	first    *trip // of the first execution, nil where nothing was sent
	key      key   // of that
	going    bool  // it completed, and the rest can be tried
	broken   bool  // one of the owner's functions panicked on the way
	count    int64 // effects counted so far
	counting bool
	sent     []sent
	findings []Finding // of E4
	tasks    []string  // ids that came back
}

// sent is a messageId of the probe and how often it took effect, over all that
// was sent under it: 1 where all is well, 0 for a payload's id sent again under a
// fresh messageId, -1 where it can't be told.
type sent struct {
	id         string
	executed   int64
	start, end time.Time
}

// defaultSettle is how long an effect may take to be counted after its answer.
const defaultSettle = 200 * time.Millisecond

// probe prepares the proof for an action of the caller's list, once a run.
func (s *Subject) probe(a Action) *probe {
	if p, done := s.calls.probes[a.Skill]; done {
		return p
	}
	p := &probe{s: s, action: a, counting: a.Effects != nil}
	s.calls.probes[a.Skill] = p
	p.usable = p.ready()
	return p
}

// executed makes the first execution, once a run.
func (s *Subject) executed(ctx context.Context, a Action) *probe {
	p := s.probe(a)
	if p.usable && !p.started {
		p.started, p.broken = true, true
		if p.begin(ctx) {
			p.key, p.going = p.once(ctx)
		}
		p.broken = false
	}
	return p
}

// probed runs the proof to its end, once a run.
func (s *Subject) probed(ctx context.Context, a Action) *probe {
	p := s.executed(ctx, a)
	if p.going && !p.ran {
		p.ran, p.broken = true, true
		p.rest(ctx)
		p.broken = false
	}
	return p
}

// begin reads the counter as it stands before the first message. Without one that
// works nothing is sent, where the owner has given one.
func (p *probe) begin(ctx context.Context) bool {
	if !p.begun && p.counting {
		p.begun = p.read(ctx, &p.count)
	}
	return p.able()
}

// able reports that executions can be counted, or that nobody meant to.
func (p *probe) able() bool { return p.counting || p.action.Effects == nil }

// ready reports whether there is leave to run the action, and a way to.
func (p *probe) ready() bool {
	i := slices.IndexFunc(p.s.skills(), func(k skill) bool { return k.ID == p.action.Skill && k.kind == tags.KindAction })
	if i < 0 {
		p.failFor("E4-probe", "not-called", Inconclusive, card.Text{KO: "그 ID의 실행 skill이 없다", EN: "no action skill of that id"})
		return false
	}
	p.skill = &p.s.skills()[i]
	switch {
	case !p.action.AllowIrreversible && p.irreversible():
		key := "irreversible"
		if p.skill.effect == tags.EffectUnknown {
			key = "irreversible:unknown"
		}
		p.fail("E4-probe", key, NeedsEvidence)
		return false
	case p.action.Send.isZero():
		p.failFor("E4-probe", "not-called", NeedsEvidence, card.Text{KO: "시험용 입력을 주지 않았다", EN: "no test payload was given"})
		return false
	}
	client, need := p.s.clientFor(p.s.waysOf(p.skill))
	if need != nil {
		f := need("V7")[0]
		if f.Code == "credential" {
			p.fail("E4-probe", "credential", NeedsEvidence, "schemes", waysText(p.s.waysOf(p.skill)))
		} else {
			p.failFor("E4-probe", "not-called", f.Verdict, sentence(f))
		}
		return false
	}
	p.client = client
	return true
}

// irreversible reports an action that can't be taken back, or does not say, and
// one whose id another skill has of which that is so.
func (p *probe) irreversible() bool {
	return slices.ContainsFunc(p.s.skills(), func(k skill) bool {
		return k.ID == p.action.Skill && !k.reads() && (k.kind != tags.KindAction || k.effect != tags.EffectReversible)
	})
}

// fail adds a finding at the skill.
func (p *probe) fail(rule, key string, v Verdict, args ...string) *Finding {
	return p.add(finding(rule, key, v, p.skill.place(), append(args, "id", p.action.Skill)...))
}

// failFor is fail with a reason.
func (p *probe) failFor(rule, key string, v Verdict, why card.Text) *Finding {
	return p.add(because(rule, key, v, p.skill.place(), why, "id", p.action.Skill))
}

func (p *probe) add(f Finding) *Finding {
	p.findings = append(p.findings, f)
	return &p.findings[len(p.findings)-1]
}

// place is the skill's pointer, or the card's where there is no such skill.
func (s *skill) place() string {
	if s == nil {
		return ""
	}
	return s.pointer()
}

// rest goes through the steps behind the first. Each that sends a fresh key
// expects one effect, each resend none. What can't be counted any more is not sent.
func (p *probe) rest(ctx context.Context) {
	a := p.action
	for _, step := range []struct {
		wanted bool
		do     func(context.Context, key)
	}{
		{true, p.resend},
		{a.KeyPointer != "", p.freshMessage},
		{a.Thorough, p.concurrent},
		{a.Thorough, p.lostAnswer},
		{a.Thorough, p.otherPayload},
		{a.OtherCaller != nil, p.otherCaller},
		{a.Thorough, p.noKey},
	} {
		if step.wanted && p.able() {
			step.do(ctx, p.key)
		}
	}
	p.retention()
	if a.Effects == nil {
		p.fail("E4-probe", "no-counter", Inconclusive, "tasks", strings.Join(slices.Compact(p.tasks), ", "))
	}
}

// retention holds the owner's statement against a day (rule E4).
func (p *probe) retention() {
	if r := p.action.Retention; r < 24*time.Hour {
		stated := card.Text{KO: "없음", EN: "none"}
		if r > 0 {
			stated = same(r.String())
		}
		p.add(saying("E4", "retention", Warn, p.skill.place(), values{"stated": stated}))
	}
}

// key is one execution of the test: its request, so that a resend sends the same
// bytes, and its payload.
type key struct {
	request *a2a.Request
	parts   json.RawMessage
	text    string
}

// fresh makes a key that was not sent before.
func (p *probe) fresh() (key, error) {
	parts, err := withKey(p.action.Send.Parts, p.action.KeyPointer, "probe-"+a2a.NewID())
	if err != nil {
		return key{}, err
	}
	k := key{parts: parts, text: p.action.Send.Text}
	k.request, err = p.client.Prepare(a2a.Message{ID: a2a.NewID(), Text: k.text, Parts: parts})
	return k, err
}

// withKey puts an id into the parts at a pointer, where there is one.
func withKey(parts json.RawMessage, pointer, id string) (json.RawMessage, error) {
	if pointer == "" {
		return parts, nil
	}
	const before, after = `{"parts":`, `}` // an object is what a card's reader reads
	tree, err := jsondoc.Parse([]byte(before+string(parts)+after), jsondoc.CardLimits())
	if err != nil {
		return nil, err
	}
	v := tree.Find("/parts" + pointer)
	if !v.Exists() || v.Kind() != jsondoc.String {
		return nil, errNoKey
	}
	at := v.Offset() - len(before)
	out := append(json.RawMessage{}, parts[:at]...)
	out = jsondoc.Quote(out, id)
	return append(out, parts[at+len(v.Raw()):]...), nil
}

// read reads the effect counter when it has come to rest.
func (p *probe) read(ctx context.Context, into *int64) bool {
	settle := netguard.OrDefault(p.action.Settle, defaultSettle)
	n, err := p.action.Effects(ctx)
	resting := false
	for i := 0; i < 4 && err == nil && !resting && sleep(ctx, settle/2); i++ {
		was := n
		n, err = p.action.Effects(ctx)
		resting = n == was
	}
	switch {
	case err == nil && ctx.Err() != nil:
		err = context.Cause(ctx)
		fallthrough
	case err != nil:
		p.failFor("E4-probe", "counter", Inconclusive, ownersError(err))
	case !resting: // it moves by itself
		p.fail("E4-probe", "counter:restless", Inconclusive)
	default:
		*into = n
		return true
	}
	p.counting = false
	return false
}

// moved is by how much the counter moved since the last time; -1 where that
// can't be told.
func (p *probe) moved(ctx context.Context) int64 {
	if !p.counting {
		return -1
	}
	var n int64
	if !p.read(ctx, &n) {
		return -1
	}
	d := n - p.count
	p.count = n
	if d < 0 { // no effect is ever undone: it counts something else
		p.counting = false
		p.fail("E4-probe", "counter:back", Inconclusive)
		return -1
	}
	return d
}

// note keeps how often a message took effect and which task came back. What is
// sent under a messageId again is added to it.
func (p *probe) note(id string, start time.Time, executed int64, trips ...trip) {
	i := slices.IndexFunc(p.sent, func(m sent) bool { return m.id == id })
	switch {
	case i < 0:
		p.sent = append(p.sent, sent{id, executed, start, time.Now()})
	case executed > 0 && p.sent[i].executed >= 0:
		p.sent[i].executed += executed
		p.sent[i].end = time.Now()
	}
	for _, t := range trips {
		if t.task != nil && t.exchange != nil { // where it stands as it may be shown
			p.tasks = append(p.tasks, t.exchange.TaskID)
		}
	}
}

func count(n int64) string { return strconv.FormatInt(n, 10) }
