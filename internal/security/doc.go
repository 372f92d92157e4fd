// Package security reads what opens a card, requirements and schemes, on the
// document's tree: which spelling each is in, and what it asks for. Nothing is
// decoded. The typed view of package card and the rules say the same of the same
// card, since both ask here.
package security
