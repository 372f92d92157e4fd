package store

import (
	"time"

	"github.com/hs9147/agentcard/verify/once"
	"go.etcd.io/bbolt"
)

// Fill puts in many finished records at once.
func (s *Store) Fill(n int, record func(int) once.Record, at func(int) time.Time) error {
	return s.db.Update(func(tx *bbolt.Tx) error {
		for i := range n {
			r := record(i)
			r.Outcome = &once.Outcome{At: at(i)}
			if err := s.take(tx, r.ID, r.Keys); err != nil {
				return err
			}
			if err := tx.Bucket(finished).Put(append(stamp(at(i)), r.ID...), []byte{}); err != nil {
				return err
			}
			if err := put(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
}
