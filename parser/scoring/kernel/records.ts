/**
 * Every record in the memory of the kernel: offsets of its fields and sizes, in bytes. TypeScript, which takes the memory
 * and writes records, and AssemblyScript (assembly/), which computes with them, compile this same file: constants only.
 *
 * The memory, from its first byte on. Pieces begin at multiples of 64 (arena.ts); those that grow move to the end.
 *
 *     page 0      the kernel's own
 *     tables      of each classifier: lines, rows, masks, transitions                                table.ts
 *     templates   values of atoms, plan, keys, scratch, places, words, programs, sums                kernel.ts
 *     nodes       those of one configuration, or of all hypotheses of a search                       sentence-memory.ts
 *     columns     attributes of the words of one sentence, and the next content words                sentence-memory.ts
 *     search      block, programs, states, shared sums, rows, lists of keys, candidates              kernel-beam-scorer.ts
 *
 * A perceptron that learns has its block, slots, rows and totals in place of tables (../../learning/perceptron-weights.ts).
 *
 * A field is an integer of 32 bits by default, and a field for the place of something has its address.
 * The fields of nodes are in ../../core/node-fields.ts, 4 bytes each. Programs are described in ../../features/program.ts.
 */

/** The largest number of transition types of a system. */
export const MOST_TYPES = 8
/** The number of parts of templates; see ../../features/templates.ts. */
export const PARTS = 5

// The plan: what is needed to get from a configuration to a transition; plan.ts writes it.
/** Where keys are written, and the memory for sums of them. */
export const PLAN_KEYS = 0
export const PLAN_SCRATCH = 4
/** The nodes, and PLACES addresses of those that atoms refer to. */
export const PLAN_NODES = 8
export const PLAN_PLACES = 12
/** By word: the first content word at it or after it. */
export const PLAN_CONTENT_WORDS = 16
/** The front and the end of the buffer that was looked up last; front -1: none. */
export const PLAN_FRONT = 20
export const PLAN_LIMIT = 24
/** The lists of atoms that every decision reads: of words in the buffer, and the others. */
export const PLAN_BUFFER = 28
export const PLAN_COMMON = 32
/** The number of the first classifier of the first stage, 0 without one; whether the model is factored, 0 or 1. */
export const PLAN_FIRST_STAGE = 36
export const PLAN_FACTORED = 40
/** MOST_TYPES integers, by type: the number of the classifier of its labels, -1 if there is none. */
export const PLAN_OF_LABELS = 44
/** By part of the templates: the list of the other atoms that it reads. */
export const PLAN_OTHERS = PLAN_OF_LABELS + 4 * MOST_TYPES
/** The word at the front of the buffer: after words were put back not always PLAN_FRONT. */
export const PLAN_FRONT_WORD = PLAN_OTHERS + 4 * PARTS
/** The records of the classifiers, then the lists. */
export const PLAN_CLASSIFIERS = PLAN_FRONT_WORD + 4

/** The places of a configuration: s0, s1, s2, s3, b0, t1, t2, t3; 0 for a node that there is not. */
export const PLACES = 8

// A classifier, in the plan.
/** The form of its table: see FORM_SIX and the others. */
export const CLASSIFIER_FORM = 0
/** The lines of its table, or the slots of a perceptron. */
export const CLASSIFIER_LINES = 4
/** How many lines keys are spread over, or the number of slots less one. */
export const CLASSIFIER_SPREAD = 8
/** The number of bits of a pair that are its class. */
export const CLASSIFIER_CLASS_BITS = 12
/** Whole rows of weights. */
export const CLASSIFIER_ROWS = 16
/** Where its sums are written, and how many bytes they have. */
export const CLASSIFIER_SCORES = 20
export const CLASSIFIER_WIDTH = 24
/** By set of types: a row of CLASSIFIER_WIDTH bytes with the 16-bit lanes of allowed classes set. */
export const CLASSIFIER_MASKS = 28
/** In the first stage: by how much a class has to lead, in the unit of the sums. */
export const CLASSIFIER_MARGIN = 32
/** By class: its transition. */
export const CLASSIFIER_TRANSITIONS = 36
/** The program and the list of atoms of its templates. */
export const CLASSIFIER_PROGRAM = 40
export const CLASSIFIER_LIST = 44
export const CLASSIFIER_CLASSES = 48
export const CLASSIFIER_BYTES = 52

// The forms of tables.
/** Up to 6 classes, up to 32 classes, more: ../table.ts. */
export const FORM_SIX = 0
export const FORM_THIRTY_TWO = 1
export const FORM_PAIRS = 2
/** Weights that a perceptron learns. */
export const FORM_PERCEPTRON = 3

// What a list of atoms has: seven lists after each other, each with its length before it (assembly/feature-lookup.ts).
//
//     words of nodes                        the address of the place, the offset of the field, the address of the word
//     words of the buffer; content words    the depth, the address of the word
//     attributes of words                   the address of the column, of the word, of the atom
//     fields; counts; distances of nodes    the address of the place, the offset of the field, the address of the atom

// A line of a table: LINE_SLOTS slots, then their tags of 16 bits.
export const LINE_SLOTS = 8
export const LINE_TAGS = 2 * LINE_SLOTS
/** Bytes of a slot: of six weights, or of three pairs; of 32 weights. */
export const SLOT_SIX = 6
export const SLOT_PAIRS = 6
export const SLOT_THIRTY_TWO = 32
/** Bytes of a line. */
export const LINE_BYTES = LINE_SLOTS * SLOT_SIX + LINE_TAGS
export const LINE_BYTES_THIRTY_TWO = LINE_SLOTS * SLOT_THIRTY_TWO + LINE_TAGS
/** How many lines a feature may be away from its own. */
export const FARTHEST_LINE = 64
/** In place of the number of slots of a feature: one slot, which has the place of a row. */
export const IS_ROW = 0xff

// The block of a perceptron: its slots and rows.
export const WEIGHTS_TABLE = 0
/** The number of slots less one. */
export const WEIGHTS_MASK = 4
/** The number of features. */
export const WEIGHTS_SIZE = 8
export const WEIGHTS_ROWS = 12
export const WEIGHTS_TOTALS = 16
/** The number of entries of rows that are used, and that there is room for. */
export const WEIGHTS_USED = 20
export const WEIGHTS_ROOM = 24
/** The number of classes of a row with a weight for each. */
export const WEIGHTS_WIDTH = 28
export const WEIGHTS_BYTES = 32

// A slot of a perceptron: the key of a feature, 0 if the slot is empty, and its row.
/** The first entry of the row, how many it has, and how many it has room for. */
export const FEATURE_START = 4
export const FEATURE_LENGTH = 8
export const FEATURE_ROOM = 12
export const FEATURE_BITS = 4
export const FEATURE_BYTES = 1 << FEATURE_BITS
/** In place of the length, without a sign: the row has a weight of 32 bits for each class, no entries. */
export const DENSE = -1
/** An entry of a row: a class and its weight, a float of 32 bits. Its total is a float of 64 bits among the totals. */
export const ENTRY_WEIGHT = 4
export const ENTRY_BITS = 3
export const ENTRY_BYTES = 1 << ENTRY_BITS

// The block of a search: where everything of it is; kernel-beam-scorer.ts writes it.
export const SEARCH_PLAN = 0
/** Programs of templates of the buffer, of the true token of s0, and of the rest (../../features/program.ts). */
export const SEARCH_BUFFER_PROGRAM = 4
export const SEARCH_TOKEN_PROGRAM = 8
export const SEARCH_REST_PROGRAM = 12
/** The rows, and the bytes of a row. */
export const SEARCH_ROWS = 16
export const SEARCH_ROW_BYTES = 20
/** The lists of keys, and the bytes of the keys of a list. */
export const SEARCH_LISTS = 24
export const SEARCH_LIST_BYTES = 28
/** For how many rows and lists there is room. */
export const SEARCH_CAPACITY = 32
/** Bytes of the sums of a classifier. */
export const SEARCH_SUM_BYTES = 36
/** MOST_BUFFERS records of fronts, then the sums of each; how many are used. */
export const SEARCH_BUFFERS = 40
export const SEARCH_BUFFER_COUNT = 44
/** The same for MOST_TOKENS true tokens. */
export const SEARCH_TOKENS = 48
export const SEARCH_TOKEN_COUNT = 52
/** The mark of the next new token. */
export const SEARCH_NEXT_MARK = 56
/** Room for the sums of a configuration. */
export const SEARCH_SUMS = 60
export const SEARCH_TYPES = 64
/** A float: the labels of types are scored if the type scores at most this much less than the best one. */
export const SEARCH_CUTOFF = 68
/** By state: where each type starts among its transitions, MOST_TYPES + 1 integers; its transitions. */
export const SEARCH_STATES = 72
export const STATE_STARTS = 0
export const STATE_TRANSITIONS = 4
export const STATE_BITS = 3
/** By classifier, floats: what 1 of its sums is worth. */
export const SEARCH_UNITS = 76
/** Zeros, as many bytes as sums have. */
export const SEARCH_ZEROS = 80
export const SEARCH_BYTES = 84

/** How many fronts of buffers and how many true tokens have sums at a time. */
export const MOST_BUFFERS = 32
export const MOST_TOKENS = 128

// A front of a buffer that has sums.
export const FRONT_FIRST = 0
export const FRONT_CLASSIFIER = 4
export const FRONT_LIMIT = 8
export const FRONT_WORD = 12
export const FRONT_BYTES = 16

// A true token of s0 that has sums with a front.
export const TOKEN_WORD = 0
/** The number of the front. */
export const TOKEN_FRONT = 4
export const TOKEN_MARK = 8
export const TOKEN_SUMS = 12
export const TOKEN_BYTES = 16

// A row: the scores of a configuration. It begins with a float for each type, the highest score of its transitions.
/** The set of types whose labels are scored. */
export const ROW_KNOWN = 32
export const ROW_STATE = 36
/** Floats, by transition that the model of the state knows. */
export const ROW_SCORES = 48

// The lists of the keys of rows: their number; after LISTS_HASHES bytes a hash for each; the lists.
export const LISTS_HASHES = 16
/** A list: the mark of its token, the number of its keys, the keys. */
export const LIST_MARK = 0
export const LIST_COUNT = 4
export const LIST_KEYS = 8

// The candidates for the next step: how many there may be, and are.
export const CANDIDATES_MOST = 0
export const CANDIDATES_SIZE = 4
/** Floats of 64 bits: the score that a new one has to exceed, and by how much less than the best one may score. */
export const CANDIDATES_LEAST = 8
export const CANDIDATES_MARGIN = 16
/** The candidates, the best first. */
export const CANDIDATES_FIRST = 24

// A candidate. Its score is a float of 64 bits.
export const CANDIDATE_SCORE = 0
export const CANDIDATE_ITEM = 8
export const CANDIDATE_CONFIGURATION = 12
export const CANDIDATE_REDUCTIONS = 16
export const CANDIDATE_TRANSITION = 20
export const CANDIDATE_BYTES = 24
