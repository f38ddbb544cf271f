/**
 * `npm run fuzz -- --minutes N --seed S --only NAMES`: runs the fuzz campaign for N minutes (default 1) and prints how many
 * inputs each target was given. A failure prints a shrunken input and the call that repeats it.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
})
const minutes = Number(values.minutes ?? 1)
const seed = Number(values.seed ?? Date.now() % 1e9)
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('expected --minutes above 0 and --seed with a whole number')
  process.exit(2)
}
console.log(`${minutes} minutes, seed ${seed}`)
const here = fileURLToPath(new URL('.', import.meta.url))
const chosen = values.only ? ['--testNamePattern', `^(${values.only.replaceAll(',', '|')}), `] : []
const { status, error } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', `${here}vitest.config.ts`, ...chosen],
  {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_MINUTES: String(minutes), FUZZ_SEED: String(seed) },
    // A target that hangs in one input cannot be interrupted from within.
    timeout: minutes * 60_000 + 180_000,
    killSignal: 'SIGKILL',
  },
)
if (error) console.error(`the campaign did not end: ${error.message}`)
process.exit(status ?? 1)
