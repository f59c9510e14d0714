import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.mjs'
import { sourceFiles } from './sources.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')

test('every path that the map and the tables of imports name exists', () => {
  const named = ['README.md', 'CONTRIBUTING.md', 'run/homes.mjs', 'run/tables.mjs'].flatMap((document) =>
    Array.from(
      read(document).matchAll(/`((?:run|docs|server|web-store|tools|e2e|desktop-admin)\/[\w./-]+)`/g),
      ([, path]) => ({ document, path }),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  const gone = named.filter(({ path }) => !existsSync(join(root, path)))
  expect(gone, 'documents that name what is not there').toEqual([])
})

/** Placeholders in examples. */
const EXAMPLES = ['x-http.test.ts', 'x.test.ts', 'X.tsx', 'kebab-case.ts', 'PascalCase.tsx', './X.tsx']

test.each([
  ['CONTRIBUTING.md', 10],
  ['docs/threat-model.md', 80],
  ['docs/first-page.md', 15],
  ['docs/languages.md', 5],
])('every file that %s names exists, matched by the end of its path', (document, least) => {
  const named = Array.from(read(document).matchAll(/`([\w./-]+\.(?:tsx?|mjs|json|md))`/g), ([, path]) => path)
  const files = sourceFiles().map((file) => `/${file}`)
  expect(named.length).toBeGreaterThan(least)
  const gone = named.filter((path) => !EXAMPLES.includes(path) && !files.some((file) => file.endsWith(`/${path}`)))
  expect(gone, `${document} names what is not there`).toEqual([])
})
