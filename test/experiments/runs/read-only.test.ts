/** A folder on a read-only file system: Node says ENOENT of `mkdir` with `recursive`, and EROFS without it. */
import { expect, test, vi } from 'vitest'
import { makeFolder } from '../../../experiments/runs/store.ts'

vi.mock('node:fs/promises', async (load) => ({
  ...(await load<typeof import('node:fs/promises')>()),
  mkdir: (path: string, options?: { readonly recursive?: boolean }) => {
    const code = options?.recursive || path === '/read-only/a/b' ? 'ENOENT' : 'EROFS'
    return Promise.reject(Object.assign(new Error(code), { code }))
  },
}))

test('is named as such', async () => {
  await expect(makeFolder('/read-only/a/b')).rejects.toThrow(
    '/read-only/a/b: cannot be made (the file system is read-only), expected a folder to write to',
  )
})
