package store

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hs9147/agentcard/verify/once"
	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// The buckets.
var (
	records  = []byte("records")  // a once.Record as JSON, by id
	keys     = []byte("keys")     // the id of the record, by the key as JSON
	openOnes = []byte("open")     // nothing, by id: the record has no outcome
	finished = []byte("finished") // nothing, by time of the outcome and id

	buckets = [][]byte{records, keys, openOnes, finished}
)

// DefaultMaxKeys is how many keys a store takes if its options don't say.
const DefaultMaxKeys = 10_000_000

// Options of a store. The zero value waits for no lock.
type Options struct {
	MaxKeys int           // 0: DefaultMaxKeys; a new key beyond is refused with once.ErrFull
	Wait    time.Duration // for another process to let go of the file; 0: not at all
}

// Store is a once.Store. It is safe for concurrent use.
type Store struct {
	db  *bbolt.DB
	max int
}

var _ once.Store = (*Store)(nil)

// Open opens a database, or makes it. The error matches once.ErrLocked where
// another process has it.
func Open(path string, o Options) (*Store, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: max(o.Wait, time.Millisecond)})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, once.ErrLocked
	case err != nil:
		return nil, fmt.Errorf("store: %w", err)
	}
	s := &Store{db: db, max: o.MaxKeys}
	if s.max <= 0 {
		s.max = DefaultMaxKeys
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range buckets {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("store: %w", err)
	}
	return s, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Lookup is once.Store.Lookup.
func (s *Store) Lookup(ctx context.Context, list ...once.Key) (found []once.Record, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		var ids [][]byte
		for _, k := range list {
			id := tx.Bucket(keys).Get(spell(k))
			if id == nil || slices.ContainsFunc(ids, func(other []byte) bool { return string(other) == string(id) }) {
				continue
			}
			ids = append(ids, id)
			r, err := recordOf(tx, id)
			if err != nil {
				return err
			}
			found = append(found, r)
		}
		return nil
	})
	return found, err
}

// Begin is once.Store.Begin.
func (s *Store) Begin(ctx context.Context, r once.Record) error {
	r.Outcome = nil
	return s.update(ctx, func(tx *bbolt.Tx) error {
		if tx.Bucket(records).Get([]byte(r.ID)) != nil {
			return once.ErrTaken
		}
		if err := s.take(tx, r.ID, r.Keys); err != nil {
			return err
		}
		if err := tx.Bucket(openOnes).Put([]byte(r.ID), []byte{}); err != nil {
			return err
		}
		return put(tx, r)
	})
}

// Finish is once.Store.Finish.
func (s *Store) Finish(ctx context.Context, id string, o once.Outcome) error {
	return s.update(ctx, func(tx *bbolt.Tx) error {
		r, err := unfinished(tx, id)
		if err != nil {
			return err
		}
		r.Outcome = &o
		if err := tx.Bucket(openOnes).Delete([]byte(id)); err != nil {
			return err
		}
		if err := tx.Bucket(finished).Put(append(stamp(o.At), id...), []byte{}); err != nil {
			return err
		}
		return put(tx, r)
	})
}

// Bind is once.Store.Bind.
func (s *Store) Bind(ctx context.Context, id string, list ...once.Key) error {
	return s.update(ctx, func(tx *bbolt.Tx) error {
		r, err := recordOf(tx, []byte(id))
		if err != nil {
			return err
		}
		if err := s.take(tx, id, list); err != nil {
			return err
		}
		r.Keys = append(r.Keys, list...)
		return put(tx, r)
	})
}

// Forget is once.Store.Forget.
func (s *Store) Forget(ctx context.Context, id string) error {
	return s.update(ctx, func(tx *bbolt.Tx) error {
		r, err := unfinished(tx, id)
		if err != nil {
			return err
		}
		if err := tx.Bucket(openOnes).Delete([]byte(id)); err != nil {
			return err
		}
		return remove(tx, r)
	})
}

// Unfinished is once.Store.Unfinished.
func (s *Store) Unfinished(ctx context.Context) (list []once.Record, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket(openOnes).ForEach(func(id, _ []byte) error {
			r, err := recordOf(tx, id)
			list = append(list, r)
			return err
		})
	})
	slices.SortStableFunc(list, func(a, b once.Record) int { return a.Begun.Compare(b.Begun) })
	return list, err
}

// pruneAtOnce is how many records one transaction removes.
const pruneAtOnce = 1000

// Prune is once.Store.Prune. It goes by the index of times, in several
// transactions, so that others get between.
func (s *Store) Prune(ctx context.Context, before time.Time) (n int, err error) {
	for {
		removed := 0
		err := s.update(ctx, func(tx *bbolt.Tx) error {
			ids, err := endedBefore(tx, before)
			if err != nil {
				return err
			}
			for _, at := range ids {
				r, err := recordOf(tx, at[stampSize:])
				if err != nil {
					return err
				}
				if err := errors.Join(tx.Bucket(finished).Delete(at), remove(tx, r)); err != nil {
					return err
				}
			}
			removed = len(ids)
			return nil
		})
		if err != nil {
			return n, err
		}
		if n += removed; removed < pruneAtOnce {
			return n, nil
		}
	}
}

// endedBefore gives the first entries of the index of times.
func endedBefore(tx *bbolt.Tx, before time.Time) ([][]byte, error) {
	var list [][]byte
	limit := string(stamp(before))
	c := tx.Bucket(finished).Cursor()
	for at, _ := c.First(); at != nil && len(list) < pruneAtOnce; at, _ = c.Next() {
		if len(at) < stampSize {
			return nil, errDamaged
		}
		if string(at[:stampSize]) >= limit {
			break
		}
		list = append(list, slices.Clone(at))
	}
	return list, nil
}

// errDamaged is a database that does not fit together: not one of this package,
// or changed by others.
var errDamaged = errors.New("the database is damaged")

// view and update run a transaction. An update has been synced when it returns.
func (s *Store) view(ctx context.Context, f func(*bbolt.Tx) error) error {
	return s.run(ctx, s.db.View, f)
}

func (s *Store) update(ctx context.Context, f func(*bbolt.Tx) error) error {
	return s.run(ctx, s.db.Update, f)
}

func (s *Store) run(ctx context.Context, begin func(func(*bbolt.Tx) error) error, f func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	switch err := begin(f); {
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return once.ErrClosed
	case err != nil:
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// take gives keys that nobody has to a record.
func (s *Store) take(tx *bbolt.Tx, id string, list []once.Key) error {
	b := tx.Bucket(keys)
	count := b.Sequence() // of keys; bbolt keeps no count that is cheap to read
	for _, k := range list {
		if b.Get(spell(k)) != nil {
			return once.ErrTaken
		}
		if err := b.Put(spell(k), []byte(id)); err != nil {
			return err
		}
	}
	if count += uint64(len(list)); count > uint64(s.max) {
		return once.ErrFull
	}
	return b.SetSequence(count)
}

// remove takes a record and its keys away.
func remove(tx *bbolt.Tx, r once.Record) error {
	b := tx.Bucket(keys)
	for _, k := range r.Keys {
		if err := b.Delete(spell(k)); err != nil {
			return err
		}
	}
	if err := b.SetSequence(b.Sequence() - uint64(len(r.Keys))); err != nil {
		return err
	}
	return tx.Bucket(records).Delete([]byte(r.ID))
}

func put(tx *bbolt.Tx, r once.Record) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return tx.Bucket(records).Put([]byte(r.ID), text)
}

func recordOf(tx *bbolt.Tx, id []byte) (r once.Record, err error) {
	text := tx.Bucket(records).Get(id)
	if text == nil {
		return r, once.ErrNoRecord
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, errDamaged
	}
	return r, nil
}

func unfinished(tx *bbolt.Tx, id string) (once.Record, error) {
	r, err := recordOf(tx, []byte(id))
	if err == nil && r.Outcome != nil {
		err = once.ErrNoRecord
	}
	return r, err
}

// spell is a key in bytes: no two keys have the same.
func spell(k once.Key) []byte {
	text, _ := json.Marshal(k) // strings alone, in UTF-8: it can't fail
	return text
}

// stamp is a time in bytes that sort as the times do: seconds, shifted so that
// those before 1970 come first, and nanoseconds.
func stamp(t time.Time) []byte {
	b := make([]byte, 0, stampSize+32)
	b = binary.BigEndian.AppendUint64(b, uint64(t.Unix())^(1<<63))
	return binary.BigEndian.AppendUint32(b, uint32(t.Nanosecond()))
}

const stampSize = 12
