import { expect, test } from 'vitest'
import { lengthProblems } from './long-files.mjs'

const texts = {
  'tools/long.ts': 'x\n'.repeat(251),
  'tools/right.ts': 'x\n'.repeat(250),
  'tools/long.test.ts': 'x\n'.repeat(900),
  'e2e/steps.ts': 'x\n'.repeat(900),
  'docs/api.md': 'x\n'.repeat(900),
}
const problems = (allowed) => lengthProblems(Object.keys(texts), (file) => texts[file], allowed)

test('a source of more than 250 lines is refused unless it is listed', () => {
  expect(problems({})).toEqual(['tools/long.ts has 251 lines, more than 250: split it by noun'])
  expect(problems({ 'tools/long.ts': 'a reason' })).toEqual([])
})

test('a list entry that is no longer needed is refused', () => {
  const needless = { 'tools/long.ts': 'a reason', 'tools/right.ts': 'a reason', 'tools/gone.ts': 'a reason' }
  expect(problems(needless)).toEqual([
    expect.stringContaining('tools/right.ts is no longer'),
    expect.stringContaining('tools/gone.ts is no longer'),
  ])
})
