import { expect, test } from 'vitest'
import { importedTwice, importsOf, unusedExports } from './imports.mjs'

const taker = `import { used, type Shape } from './b.ts'
import type { Other } from './b.ts'
import * as everything from './c.ts'
export { used } from './b.ts'
`
const texts = {
  'tools/a.ts': taker,
  'tools/b.ts': `export const used = 1
export type Shape = { size: number }
export type Other = string
export async function forgotten() {}
export const inner = 2
export const up = inner
`,
  'tools/c.ts': 'export const anything = 1',
  'tools/all.ts': `await importAll('./parts/*.part.ts', import.meta.dirname)`,
  'tools/parts/a.part.ts': 'export const found = 1',
  'tools/more.ts': `import.meta.glob<Part>(['./rooms/*.ts', './halls/*.ts'])`,
  'tools/halls/b.ts': 'export const listed = 1',
}
const imports = Object.entries(texts).flatMap(([file, text]) => importsOf(file, text))

test('a module that is imported in two lines is reported', () => {
  expect(importedTwice(imports)).toEqual([expect.stringContaining('tools/a.ts:2 imports ./b.ts a second time')])
})

test('an export without a user is reported, unless a pattern finds its file', () => {
  const unused = unusedExports(Object.keys(texts), imports, (file) => texts[file])
  expect(unused).toEqual(['tools/b.ts exports forgotten, which nothing uses'])
})
