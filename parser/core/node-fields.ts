/**
 * The fields of a node, one integer each. The kernel in WebAssembly reads this file, too: constants only. A word or label
 * that does not exist is -1.
 */

/** The word. */
export const WORD = 0
/** The node below it on the stack; NO_NODE at the bottom. */
export const BELOW = 1
/** The head of the word, -1 if it has none yet. */
export const HEAD = 2
/** Label and mark of the arc into the word. */
export const LABEL = 3
export const MARK = 4
/** The leftmost dependent and its label; the one attached before it and its label; the number of left dependents. */
export const LEFT = 5
export const LEFT_LABEL = 6
export const LEFT2 = 7
export const LEFT2_LABEL = 8
export const LEFT_COUNT = 9
/** The same for right dependents, from the rightmost one. */
export const RIGHT = 10
export const RIGHT_LABEL = 11
export const RIGHT2 = 12
export const RIGHT2_LABEL = 13
export const RIGHT_COUNT = 14
/** The word that features read at this node: the word itself, unless the system writes another. */
export const TOKEN = 15
/** Of a node in the buffer: the next one, if words were put back to the buffer; else NO_NODE, the rest are words front..limit. */
export const NEXT = 16

/** The fields of the system: OWN_FIELDS of them from this one on, 0 in a new node. See `nodeFields` of a system. */
export const FIRST_OWN_FIELD = 17
export const OWN_FIELDS = 14
/** Always 0: templates read it for a field that the system of the model does not have. */
export const ABSENT_FIELD = 31

/** The number of fields. The kernel copies nodes in vectors of four fields, two at a time. */
export const NODE_SIZE = 32
/** No node: a sentinel whose fields say "none". Its id is 0. */
export const NO_NODE = 0
