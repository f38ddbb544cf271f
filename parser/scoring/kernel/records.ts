/**
 * All records in the memory of the kernel: sizes and offsets of fields, in bytes. Both TypeScript, which allocates and
 * writes records, and AssemblyScript (assembly/), which computes with them, compile this file: it has constants only.
 *
 * The memory from the first byte on. Pieces begin at multiples of 64 (arena.ts); a piece that grows moves to the end.
 *
 *     page 0      used by the kernel itself
 *     tables      for each classifier: lines, rows, masks, transitions                               table.ts
 *     templates   values of atoms, plan, keys, scratch, places, words, programs, sums                kernel.ts
 *     nodes       the nodes of one configuration, or of all hypotheses of a search                   sentence-memory.ts
 *     columns     attributes of the words of one sentence, and the next content words                sentence-memory.ts
 *     search      block, programs, states, shared sums, rows, lists of keys, candidates              kernel-beam-scorer.ts
 *
 * During perceptron learning, a block, slots, rows and totals replace tables (../../learning/perceptron-weights.ts).
 *
 * A field is a 32-bit integer unless its comment gives another type; a field for a place contains an address. The fields of nodes
 * are in ../../core/node-fields.ts, 4 bytes each. ../../features/program.ts describes programs.
 */

/** The maximum number of transition types of a system. */
export const MAX_TYPE_COUNT = 8
/** The number of parts of templates (../../features/templates.ts). */
export const PART_COUNT = 5

// The plan: the data that lead from a configuration to a transition; plan.ts writes it.
/** The memory for keys, and the scratch memory for sums. */
export const PLAN_KEYS = 0
export const PLAN_SCRATCH = 4
/** The nodes, and the memory for the PLACE_COUNT addresses of nodes that atoms read. */
export const PLAN_NODES = 8
export const PLAN_PLACES = 12
/** By word: the first content word from this word on. */
export const PLAN_CONTENT_WORDS = 16
/** The front and the end of the buffer in the last lookup; front -1: there was no lookup. */
export const PLAN_FRONT = 20
export const PLAN_LIMIT = 24
/** The lists of atoms that every decision reads: atoms of words in the buffer, and other atoms. */
export const PLAN_BUFFER = 28
export const PLAN_COMMON = 32
/** The number of the first classifier of the first stage, 0 if there is none; whether the model is factored, 0 or 1. */
export const PLAN_FIRST_STAGE = 36
export const PLAN_FACTORED = 40
/** MAX_TYPE_COUNT integers, by type: the number of the classifier of labels, -1 if there is none. */
export const PLAN_OF_LABELS = 44
/** By part of the templates: the list of its additional atoms. */
export const PLAN_OTHERS = PLAN_OF_LABELS + 4 * MAX_TYPE_COUNT
/** The word at the front of the buffer; after `putBack` it can differ from PLAN_FRONT. */
export const PLAN_FRONT_WORD = PLAN_OTHERS + 4 * PART_COUNT
/** The records of the classifiers, then the lists. */
export const PLAN_CLASSIFIERS = PLAN_FRONT_WORD + 4

/** The number of places of a configuration: s0, s1, s2, s3, b0, t1, t2, t3. The place of a missing node contains 0. */
export const PLACE_COUNT = 8

// A classifier, in the plan.
/** The form of the table: FORM_SIX, FORM_THIRTY_TWO, FORM_PAIRS or FORM_PERCEPTRON. */
export const CLASSIFIER_FORM = 0
/** The lines of the table, or the slots of a perceptron. */
export const CLASSIFIER_LINES = 4
/** The number of lines over which keys are spread; for a perceptron, the number of slots minus 1. */
export const CLASSIFIER_SPREAD = 8
/** The number of class bits of a pair. */
export const CLASSIFIER_CLASS_BITS = 12
/** The dense rows of weights. */
export const CLASSIFIER_ROWS = 16
/** The memory for sums, and their number of bytes. */
export const CLASSIFIER_SCORES = 20
export const CLASSIFIER_WIDTH = 24
/** By set of types: a mask of CLASSIFIER_WIDTH bytes in which the 16-bit lanes of allowed classes are set. */
export const CLASSIFIER_MASKS = 28
/** In the first stage: the minimum lead of a class, in the unit of the sums. */
export const CLASSIFIER_MARGIN = 32
/** The transitions, by class. */
export const CLASSIFIER_TRANSITIONS = 36
/** The program and the list of atoms of the templates. */
export const CLASSIFIER_PROGRAM = 40
export const CLASSIFIER_LIST = 44
export const CLASSIFIER_CLASSES = 48
export const CLASSIFIER_BYTES = 52

// The forms of tables.
/** Tables (table.ts) for up to 6 classes, up to 32 classes, and more. */
export const FORM_SIX = 0
export const FORM_THIRTY_TWO = 1
export const FORM_PAIRS = 2
/** The weights of a perceptron during learning. */
export const FORM_PERCEPTRON = 3

// A list of atoms consists of seven lists, one after another, each after its length (assembly/feature-lookup.ts):
//
//     words of nodes                        the address of the place, the offset of the field, the address of the word
//     words of the buffer; content words    the depth, the address of the word
//     attributes of words                   the address of the column, of the word, of the atom
//     fields; counts; distances of nodes    the address of the place, the offset of the field, the address of the atom

// A line of a table: LINE_SLOTS slots, then their 16-bit tags.
export const LINE_SLOTS = 8
export const LINE_TAGS = 2 * LINE_SLOTS
/** The number of bytes of a slot with six weights, with three pairs, and with 32 weights. */
export const SLOT_SIX = 6
export const SLOT_PAIRS = 6
export const SLOT_THIRTY_TWO = 32
/** The number of bytes of a line. */
export const LINE_BYTES = LINE_SLOTS * SLOT_SIX + LINE_TAGS
export const LINE_BYTES_THIRTY_TWO = LINE_SLOTS * SLOT_THIRTY_TWO + LINE_TAGS
/** The maximum distance, in lines, between a feature and its home line. */
export const MAX_LINE_DISTANCE = 64
/** The maximum number of pairs of a feature without a row, and the number of pairs of a slot. */
export const MAX_PAIR_COUNT = 12
export const PAIRS_OF_SLOT = 3
/** The value in place of a number of slots if the only slot of a feature contains the place of a row. */
export const ROW_MARKER = 0xff

// The state of reading features from the bytes of a file (row-reader.ts).
/** The address of the next byte, the previous key, and the number of entries until now. */
export const UNPACK_ADDRESS = 0
export const UNPACK_KEY = 4
export const UNPACK_ENTRIES = 8
export const UNPACK_BYTES = 12

// The result of counting the slots of features (assembly/divide.ts).
/** The number of slots, the number of rows, and the weight with the maximum absolute value. */
export const DIVISION_SLOTS = 0
export const DIVISION_ROWS = 4
export const DIVISION_HEAVIEST = 8
export const DIVISION_BYTES = 12

// The block of a perceptron: its slots and rows.
export const WEIGHTS_TABLE = 0
/** The number of slots minus 1. */
export const WEIGHTS_MASK = 4
/** The number of features. */
export const WEIGHTS_SIZE = 8
export const WEIGHTS_ROWS = 12
export const WEIGHTS_TOTALS = 16
/** The number of used entries of rows, and the capacity. */
export const WEIGHTS_USED = 20
export const WEIGHTS_ROOM = 24
/** The number of classes of a dense row. */
export const WEIGHTS_WIDTH = 28
export const WEIGHTS_BYTES = 32

// A slot of a perceptron: the key of a feature, 0 if the slot is empty, and its row.
/** The first entry of the row, the number of entries, and the capacity. */
export const FEATURE_START = 4
export const FEATURE_LENGTH = 8
export const FEATURE_ROOM = 12
export const FEATURE_BITS = 4
export const FEATURE_BYTES = 1 << FEATURE_BITS
/** The length (unsigned) of a dense row, which has a 32-bit weight for each class in place of entries. */
export const DENSE_LENGTH = -1
/** An entry of a row: a class and its weight (a 32-bit float). The total of the weight is a 64-bit float among the totals. */
export const ENTRY_WEIGHT = 4
export const ENTRY_BITS = 3
export const ENTRY_BYTES = 1 << ENTRY_BITS

// The block of a search, with the addresses of its data; kernel-beam-scorer.ts writes it.
export const SEARCH_PLAN = 0
/** Programs of templates of the buffer, of the true token of s0, and of the rest (../../features/program.ts). */
export const SEARCH_BUFFER_PROGRAM = 4
export const SEARCH_TOKEN_PROGRAM = 8
export const SEARCH_REST_PROGRAM = 12
/** The rows, and the number of bytes of a row. */
export const SEARCH_ROWS = 16
export const SEARCH_ROW_BYTES = 20
/** The lists of keys, and the number of bytes of a list. */
export const SEARCH_LISTS = 24
export const SEARCH_LIST_BYTES = 28
/** The capacity for rows and lists. */
export const SEARCH_CAPACITY = 32
/** The number of bytes of the sums of a classifier. */
export const SEARCH_SUM_BYTES = 36
/** MAX_BUFFER_COUNT records of buffer fronts, then the sums of each; the number of used records. */
export const SEARCH_BUFFERS = 40
export const SEARCH_BUFFER_COUNT = 44
/** The same for MAX_TOKEN_COUNT true tokens. */
export const SEARCH_TOKENS = 48
export const SEARCH_TOKEN_COUNT = 52
/** The mark of the next new token. */
export const SEARCH_NEXT_MARK = 56
/** Memory for the sums of a configuration. */
export const SEARCH_SUMS = 60
export const SEARCH_TYPES = 64
/** A float: the labels of a type are scored if the score of the type is at most this much below the best type. */
export const SEARCH_CUTOFF = 68
/** By state: the first class of each type (MAX_TYPE_COUNT + 1 integers), and the transitions. */
export const SEARCH_STATES = 72
export const STATE_STARTS = 0
export const STATE_TRANSITIONS = 4
export const STATE_BITS = 3
/** Floats, by classifier: the unit of the sums. */
export const SEARCH_UNITS = 76
/** SEARCH_SUM_BYTES zeros. */
export const SEARCH_ZEROS = 80
export const SEARCH_BYTES = 84

/** The maximum number of buffer fronts and of true tokens with stored sums. */
export const MAX_BUFFER_COUNT = 32
export const MAX_TOKEN_COUNT = 128

// The record of a buffer front with stored sums.
export const FRONT_FIRST = 0
export const FRONT_CLASSIFIER = 4
export const FRONT_LIMIT = 8
export const FRONT_WORD = 12
export const FRONT_BYTES = 16

// The record of a true token of s0 with stored sums for a buffer front.
export const TOKEN_WORD = 0
/** The number of the front. */
export const TOKEN_FRONT = 4
export const TOKEN_MARK = 8
export const TOKEN_SUMS = 12
export const TOKEN_BYTES = 16

// A row: the scores of a configuration. It begins with a float for each type: the highest score of its transitions.
/** The set of types whose labels have been scored. */
export const ROW_KNOWN = 32
export const ROW_STATE = 36
/** Floats: the scores of the classes of the model of the state. */
export const ROW_SCORES = 48

// The lists of the keys of rows: their number; at offset HASHES_OFFSET a hash for each list; the lists.
export const HASHES_OFFSET = 16
/** A list: the mark of the token, the number of keys, the keys. */
export const LIST_MARK = 0
export const LIST_COUNT = 4
export const LIST_KEYS = 8

// The candidates for the next step: the capacity and the number.
export const CANDIDATES_CAPACITY = 0
export const CANDIDATES_SIZE = 4
/** 64-bit floats: the score that a new candidate must exceed, and the maximum difference from the best candidate. */
export const CANDIDATES_MIN_SCORE = 8
export const CANDIDATES_MARGIN = 16
/** The candidates, the best first. */
export const FIRST_CANDIDATE_OFFSET = 24

// A candidate. The score is a 64-bit float.
export const CANDIDATE_SCORE = 0
export const CANDIDATE_ITEM = 8
export const CANDIDATE_CONFIGURATION = 12
export const CANDIDATE_REDUCTIONS = 16
export const CANDIDATE_TRANSITION = 20
export const CANDIDATE_BYTES = 24
