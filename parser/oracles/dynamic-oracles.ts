/** The dynamic oracles by name. The registry has only their names, so that code that only parses does not load them. */
import type { Settings } from '../core/transition-system.ts'
import { arcEagerDynamicOracle } from './arc-eager.ts'
import { arcHybridDynamicOracle } from './arc-hybrid.ts'
import type { DynamicOracle } from './dynamic.ts'
import { unshiftDynamicOracle } from './unshift.ts'

export const dynamicOracles = {
  arcEager: arcEagerDynamicOracle,
  arcHybrid: ({ singleRoot }: Settings) => arcHybridDynamicOracle(singleRoot),
  unshift: ({ singleRoot }: Settings) => unshiftDynamicOracle(singleRoot),
} satisfies Readonly<Record<string, (settings: Settings) => DynamicOracle>>
