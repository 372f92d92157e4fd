package once

import (
	"context"
	"sync"
	"time"
)

// MemoryStore keeps records for as long as the process lives. It suits an effect
// that does not outlive the process either, and tests: after a restart every key
// is new again.
type MemoryStore struct {
	mu sync.Mutex
	x  index
}

// NewMemoryStore makes an empty store.
func NewMemoryStore(lim Limits) *MemoryStore { return &MemoryStore{x: newIndex(lim)} }

// Lookup is Store.Lookup.
func (s *MemoryStore) Lookup(ctx context.Context, keys ...Key) ([]Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.x.lookup(keys), nil
}

// Begin is Store.Begin.
func (s *MemoryStore) Begin(ctx context.Context, r Record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.x.canBegin(r); err != nil {
		return err
	}
	r.Outcome = nil
	s.x.begin(r)
	return nil
}

// Finish is Store.Finish.
func (s *MemoryStore) Finish(ctx context.Context, id string, o Outcome) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	r, err := s.x.unfinished(id)
	if err == nil {
		s.x.finish(r, o)
	}
	return err
}

// Bind is Store.Bind.
func (s *MemoryStore) Bind(ctx context.Context, id string, keys ...Key) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	r, err := s.x.canBind(id, keys)
	if err == nil {
		s.x.bind(r, keys)
	}
	return err
}

// Forget is Store.Forget.
func (s *MemoryStore) Forget(ctx context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	r, err := s.x.unfinished(id)
	if err == nil {
		s.x.remove(r)
	}
	return err
}

// Unfinished is Store.Unfinished.
func (s *MemoryStore) Unfinished(ctx context.Context) ([]Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.x.open(), nil
}

// Prune is Store.Prune.
func (s *MemoryStore) Prune(ctx context.Context, before time.Time) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return s.x.prune(before), nil
}
