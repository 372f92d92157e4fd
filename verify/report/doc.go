// Package report writes a verify.Report for its readers: Text for a person, in
// Korean or English, JSON for a machine.
//
// What comes from a card is made fit to show before it is written. Text spells
// control characters, bidi marks and other invisible ones as U+XXXX and cuts
// long values; JSON escapes them, so that the values stay whole. Nothing of a
// card can move a terminal's cursor or its colours.
package report
