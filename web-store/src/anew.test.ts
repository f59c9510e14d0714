import { expect, test } from 'vitest'
import { anew } from './anew.ts'

test('a file that did not come is asked for under another name, once it was asked for again', async () => {
  const asked: string[] = []
  const load = anew(async () => {
    asked.push('load')
    throw new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1:9/assets/Part-x.js')
  }, 'default' as never)
  await expect(load()).rejects.toThrow('Part-x.js')
  // Nobody listens there; what matters is that the browser's memory of the first name is not asked.
  await expect(load()).rejects.toThrow()
  expect(asked).toEqual(['load'])
})

test('a browser that does not name the file is asked the same again', async () => {
  let tries = 0
  const load = anew(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Importing a module script failed.')
    return { default: 'there' }
  }, 'default')
  await expect(load()).rejects.toThrow()
  await expect(load()).resolves.toEqual({ default: 'there' })
})
