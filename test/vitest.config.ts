import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // No test takes 20 minutes, not even where its own limit cannot end it.
    reporters: ['default', [fileURLToPath(new URL('closing-line.ts', import.meta.url)), { most: 20 }]],
    include: ['test/**/*.test.ts'],
    // Files share modules: to load them takes a third of the time otherwise.
    isolate: false,
    // Two on a machine of two cores, where the default is one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Limits for tests that hang; busy machines are slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    tags: [
      {
        name: 'slow',
        description:
          'Slurm, the packed tarball, exhaustive counts: `npm run test:all` runs them, `npm test` skips them',
        timeout: 900_000,
      },
    ],
  },
})
