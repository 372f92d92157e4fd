package jsondoc

// Held is for a type of another room that keeps a tree for itself: embedded
// under a name of that room's own, it lets rooms of this module read the tree
// through Of, and nobody else see that there is one.
type Held struct{ doc *Doc }

// Hold keeps a tree.
func Hold(d *Doc) Held { return Held{d} }

// Holder is a type that embeds Held.
type Holder interface{ held() *Doc }

func (h *Held) held() *Doc { return h.doc }

// Of is the tree that h keeps. A document without one, such as a zero value, is
// an empty tree: its root is absent.
func Of(h Holder) *Doc { return h.held() }
