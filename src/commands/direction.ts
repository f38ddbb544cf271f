/** Of `--direction`: which systems have one. */
import { registered, registry } from '../../parser/registry.ts'
import type { Direction } from '../../transform/direction.ts'
import { CallError } from '../files/failures.ts'

/** Throws CallError where a system that transforms no trees is told to mirror them. */
export function checkDirection(system: string, direction: Direction | 'auto'): void {
  if (direction !== 'left' || registered(system).family === 'right-branching') return
  const able = registry.filter(({ family }) => family === 'right-branching').map(({ name }) => name)
  throw new CallError(`${system} has no direction, expected with --direction left one of: ${able.join(', ')}`)
}
