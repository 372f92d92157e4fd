// Package oncetest tests a store of package once: what Store promises call by
// call, and that a Doer over it executes once.
//
//	func TestStore(t *testing.T) {
//		oncetest.TestStore(t, func(t testing.TB, dir string) once.Store { … })
//	}
//
// A store that outlives its process also takes TestReopen.
package oncetest
