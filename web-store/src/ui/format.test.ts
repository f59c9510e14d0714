import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('no text forms a plural by an s behind a variable: Bill of supply has another one', () => {
  const folder = fileURLToPath(new URL('../', import.meta.url))
  const files = globSync('**/*.tsx', { cwd: folder })
  const glued = files.filter((file) => /[\w)]\}s(?=[\s<.,])/.test(readFileSync(`${folder}${file}`, 'utf8')))
  expect(files.length).toBeGreaterThan(200)
  expect(glued).toEqual([])
})
