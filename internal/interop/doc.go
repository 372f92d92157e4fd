// Package interop tries the module against the official A2A SDKs: cards that
// they sign are read here, cards that card.Sign signs are verified by them,
// agents that they serve are called, and what they read of a card that
// card.Marshal wrote is compared with what the card says. It is a module of its
// own, so that no SDK comes into the root.
//
// The tests start each SDK for real. install.sh installs it; the scripts under
// js and py sign, verify, serve and read with it, those under js03 and py03 serve
// and read with the SDK of A2A 0.3, those under java, java03 and rust read. A
// server listens on loopback and ends with its standard input, so that none is
// left when a test dies. What came of each thing tried is a Row; all of them are
// matrix.json, which holds what the run gives and nothing that changes from run
// to run. TestMatrix fails when a run gives something else:
//
//	go -C internal/interop test -v -run TestMatrix          # run and print
//	go -C internal/interop test -run TestMatrix -update     # write matrix.json anew
//	go -C internal/interop run ./matrix                     # print the committed one
//
// Expected outcomes are what reading the specification and the SDKs' source led
// to expect. Where the run disagrees the run wins: the row keeps both, and its
// note says why.
//
// A peer that can't be installed is left out with "SKIP peer: reason". The
// peers that INTEROP_REQUIRE names, all of which are
// go,js,js03,py,py03,java,java03,rust, must be there.
package interop
