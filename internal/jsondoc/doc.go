// Package jsondoc reads one JSON text strictly and keeps it whole.
//
// Parse takes UTF-8 bytes that hold one JSON object and nothing after it, and
// gives a Doc: the text as received, and a flat index of its values. Nothing is
// decoded until somebody asks, nothing is dropped, and member order and the
// spelling of numbers and strings stay as they were. Refused are, each with an
// *Error that says where: a byte order mark, invalid UTF-8, lone surrogate
// escapes, two members of one name (compared after unescaping, at any depth),
// trailing data, and a text beyond its Limits (RFC 8259 §8.1, RFC 7493 §2.1
// and §2.3).
//
// A Value is a handle on one value of a Doc. It is small, comparable and safe
// for concurrent use, as the Doc is. Pointers (RFC 6901), byte offsets and line
// numbers are worked out only when asked for.
//
// Doc.Canonical gives the document in RFC 8785 with a tree of its own,
// Value.AppendCanonical writes a value so, and Canonicalize any text.
package jsondoc
