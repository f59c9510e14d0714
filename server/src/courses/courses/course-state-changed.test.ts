import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../..')
const COLUMNS = '(state|deleted_at|publish_at|withdraw_at|withdraw_to|sale_(price_paise|from|until|shown))'
/** A statement on `courses` that assigns one of the columns; a statement has no empty line within. */
const BUILT = new RegExp(String.raw`\('courses'\)[\s\S]*\.(insert|update|merge)\([\s\S]*\b${COLUMNS}\b`)
const RAW = new RegExp(String.raw`(update|into) courses\b[\s\S]*\b${COLUMNS} = `)
const writesState = (statement: string) =>
  [BUILT, RAW].some((pattern) => pattern.test(statement.replace("state: 'draft'", '')))

test('only `courseStateChanged` writes a course’s state, bin and plans; a new course is a draft', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  const writers = files.filter((file) => readFileSync(join(SOURCES, file), 'utf8').split('\n\n').some(writesState))
  expect(writers).toEqual(['courses/courses/course-state-changed.ts'])
})

test.each([
  "await trx('courses').where({ course_id }).update({ state })",
  "await trx('courses').insert({ ...fields, deleted_at: now })",
  'await trx.raw(`update courses set publish_at = null`)',
])('%s counts as a write', (statement) => expect(writesState(statement)).toBe(true))
