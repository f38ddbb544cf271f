import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    reporters: ['verbose', fileURLToPath(new URL('../closing-line.ts', import.meta.url))],
    include: ['test/fuzz/*.fuzz.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
