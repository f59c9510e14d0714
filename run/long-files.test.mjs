import { expect, test } from 'vitest'
import { lengthProblems, looseProblems, smallProblems } from './long-files.mjs'

const texts = {
  'tools/long.ts': 'x\n'.repeat(401),
  'tools/right.ts': 'x\n'.repeat(400),
  'tools/long.test.ts': 'x\n'.repeat(900),
  'e2e/steps.ts': 'x\n'.repeat(900),
  'docs/api.md': 'x\n'.repeat(900),
}
const problems = (allowed) => lengthProblems(Object.keys(texts), (file) => texts[file], allowed)

test('a source of more than 400 lines is refused unless it is listed', () => {
  expect(problems({})).toEqual(['tools/long.ts has 401 lines, more than 400: split it by noun'])
  expect(problems({ 'tools/long.ts': 'a reason' })).toEqual([])
})

test('a list entry that is no longer needed is refused', () => {
  const needless = { 'tools/long.ts': 'a reason', 'tools/right.ts': 'a reason', 'tools/gone.ts': 'a reason' }
  expect(problems(needless)).toEqual([
    expect.stringContaining('tools/right.ts is no longer'),
    expect.stringContaining('tools/gone.ts is no longer'),
  ])
})

test('a small source with one importer in its folder is refused, unless it is a part of a feature or fetched late', () => {
  const lines = {
    'tools/a.ts': 10,
    'tools/b.ts': 100,
    'tools/c.ts': 41,
    'tools/x/d.ts': 5,
    'server/contract/a.ts': 25,
    'server/contract/index.ts': 100,
    'tools/full.ts': 240,
    'tools/a.queries.ts': 5,
  }
  const imports = (...pairs) => pairs.map(([from, to, late = false]) => ({ from, to, late }))
  const small = (list, allowed = {}) =>
    smallProblems(list, Object.keys(lines), (file) => 'x\n'.repeat(lines[file]), allowed)
  expect(small(imports(['tools/b.ts', 'tools/a.ts'], ['tools/a.test.ts', 'tools/a.ts']))).toEqual([
    'tools/a.ts has 10 lines and only tools/b.ts imports it: merge it',
  ])
  const fine = [
    ['tools/b.ts', 'tools/c.ts'],
    ['tools/b.ts', 'tools/x/d.ts'],
    ['tools/full.ts', 'tools/a.ts'],
    ['tools/b.ts', 'tools/a.queries.ts'],
    ['server/contract/index.ts', 'server/contract/a.ts'],
  ]
  for (const one of fine) expect(small(imports(one))).toEqual([])
  expect(small(imports(['tools/b.ts', 'tools/a.ts', true]))).toEqual([])
  expect(small(imports(['tools/b.ts', 'tools/a.ts'], ['tools/c.ts', 'tools/a.ts']))).toEqual([])
  expect(small(imports(['tools/b.ts', 'tools/a.ts']), { 'tools/a.ts': 'a reason' })).toEqual([])
  expect(small([], { 'tools/a.ts': 'a reason' })).toEqual([expect.stringContaining('is no longer')])
})

test('a folder with too many loose files is refused', () => {
  const loose = (count) => Array.from({ length: count }, (_, at) => `web-store/src/admin/file-${at}.ts`)
  expect(looseProblems([...loose(6), 'web-store/src/admin/lists/a.ts'])).toEqual([])
  expect(looseProblems(loose(7))).toEqual([expect.stringContaining('7 loose files, more than 6')])
})
