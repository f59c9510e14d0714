import { expect, test } from 'vitest'
import { refetchStale } from './refetch-stale.ts'

test('a file that failed to load is requested under another name at the second attempt', async () => {
  const requested: string[] = []
  const load = refetchStale(async () => {
    requested.push('load')
    throw new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1:9/assets/Part-x.js')
  }, 'default' as never)
  await expect(load()).rejects.toThrow('Part-x.js')
  // The port is closed; the test checks that the browser's cached failure of the first name is bypassed.
  await expect(load()).rejects.toThrow()
  expect(requested).toEqual(['load'])
})

test('an error that does not name the file repeats the same request', async () => {
  let tries = 0
  const load = refetchStale(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Importing a module script failed.')
    return { default: 'there' }
  }, 'default')
  await expect(load()).rejects.toThrow()
  await expect(load()).resolves.toEqual({ default: 'there' })
})
