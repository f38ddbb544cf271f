/**
 * The fields of a node; each is one integer. The WebAssembly kernel includes this file, too, so it contains constants only.
 * A missing word or label is -1.
 */

/** The word. */
export const WORD = 0
/** The next node below on the stack; NO_NODE at the bottom. */
export const BELOW = 1
/** The head of the word, -1 if it has none yet. */
export const HEAD = 2
/** The label and the mark of the arc into the word. */
export const LABEL = 3
export const MARK = 4
/** The left dependent that was attached last, and its label; the one before, and its label; the number of left dependents. */
export const LEFT = 5
export const LEFT_LABEL = 6
export const LEFT2 = 7
export const LEFT2_LABEL = 8
export const LEFT_COUNT = 9
/** The same for right dependents. */
export const RIGHT = 10
export const RIGHT_LABEL = 11
export const RIGHT2 = 12
export const RIGHT2_LABEL = 13
export const RIGHT_COUNT = 14
/** The word that features read at this node: the word itself, unless the system writes another word. */
export const TOKEN = 15
/** For a node in the buffer, after `putBack`: the next node of the buffer; otherwise NO_NODE. */
export const NEXT = 16

/** The first of OWN_FIELD_COUNT fields of the system (`nodeFields`); 0 in a new node. */
export const FIRST_OWN_FIELD = 17
export const OWN_FIELD_COUNT = 14
/** Always 0. Templates read it in place of fields that the system of the model does not have. */
export const ABSENT_FIELD = 31

/** The number of fields. The kernel copies vectors of four fields, two vectors at a time. */
export const NODE_SIZE = 32
/** The id of the sentinel, which represents a missing node. */
export const NO_NODE = 0
