/** The fields that constraints add to nodes of right-branching parsing. next-heads.ts defines items. */
import type { NodeField } from '../../core/transition-system.ts'
import { FREE_FIELD } from '../../systems/right-branching-family.ts'

/** The constrained next head of the true token and of the words that the word relocated; 0 if there is none. */
export const GROUP = FREE_FIELD
/** The latest word that can be the next head of the nearest item (at this node or below) that requires a next head. */
export const BOUND = FREE_FIELD + 1
/** The true token of the owner, and the owner's GROUP and BOUND. */
export const OWNER = FREE_FIELD + 2
export const OWNER_GROUP = FREE_FIELD + 3
export const OWNER_BOUND = FREE_FIELD + 4
/** 1 if the item entered a span with the condition `root` by a reversed arc: its token is the root of the span. */
export const FROZEN = FREE_FIELD + 5

export const itemFields: readonly NodeField[] = [GROUP, BOUND, OWNER, OWNER_GROUP, OWNER_BOUND, FROZEN].map(
  (field) => ({ field }),
)
