// Package store keeps what was executed once in a bbolt database: a once.Store
// for an agent whose keys should not all lie in memory.
//
//	s, err := store.Open("once.db", store.Options{})
//	doer, err := once.New(s, once.Options{Audit: log})
//
// It is a module of its own, so that importers of agentcard don't get bbolt. Copy
// it, or import it. The database is one file and belongs to one process, which
// the lock of bbolt sees to.
package store
