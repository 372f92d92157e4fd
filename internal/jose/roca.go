package jose

import (
	"math/big"
	"math/bits"
	"sync"
)

// rocaSubgroups gives for each small prime the residues that 65537 generates,
// as a bit set. Moduli made by the faulty Infineon library have a residue among
// them for every prime; others do so by chance once in many millions
// (CVE-2017-15361).
var rocaSubgroups = sync.OnceValue(func() map[uint64][3]uint64 {
	out := map[uint64][3]uint64{}
	for p := uint64(3); p <= 167; p += 2 {
		if !isSmallPrime(p) {
			continue
		}
		var set [3]uint64
		for x := uint64(1); set[x/64]>>(x%64)&1 == 0; x = x * 65537 % p {
			set[x/64] |= 1 << (x % 64)
		}
		if n := bits.OnesCount64(set[0]) + bits.OnesCount64(set[1]) + bits.OnesCount64(set[2]); uint64(n) < p-1 {
			out[p] = set // where 65537 generates all residues the prime tells nothing
		}
	}
	return out
})

func isSmallPrime(p uint64) bool {
	for d := uint64(3); d*d <= p; d += 2 {
		if p%d == 0 {
			return false
		}
	}
	return true
}

// IsROCA reports a modulus with the structure of CVE-2017-15361, from which the
// private key can be computed.
func IsROCA(n *big.Int) bool {
	m, q := new(big.Int), new(big.Int)
	for p, set := range rocaSubgroups() {
		r := m.Mod(n, q.SetUint64(p)).Uint64()
		if set[r/64]>>(r%64)&1 == 0 {
			return false
		}
	}
	return true
}
