package a2a

import "github.com/hs9147/agentcard/internal/jsondoc"

// decode03 reads a result of 0.3: the object itself, told by its kind (A2A
// 0.3.0, SendMessageSuccessResponse, GetTaskSuccessResponse).
func decode03(k call, v jsondoc.Value, reply *Reply, f *faults) *Error {
	if v.Kind() != jsondoc.Object {
		return wrong(CodeShape, v, Words{"결과가 객체가 아니다", "the result is no object"})
	}
	var fail *Error
	switch kind := v.Get("kind"); {
	case kind.Text() == "task":
		reply.Task, fail = task(k, v, f)
	case kind.Text() == "message" && k.taskID == "":
		reply.Message, fail = answer(k, v, f)
	case kind.Exists():
		return wrong(CodeShape, kind, Words{"다른 종류의 결과다", "a result of another kind"})
	case present(v, "task").Exists(), present(v, "message").Exists(), otherState(k, v):
		return wrong(CodeVersionMix, v, Words{"0.3 호출에 1.0의 결과가 왔다", "a result of 1.0 to a call of 0.3"})
	default:
		return wrong(CodeShape, v, Words{"결과에 `kind`가 없다", "the result has no kind"})
	}
	return fail
}
