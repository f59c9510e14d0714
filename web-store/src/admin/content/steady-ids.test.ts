import { expect, it } from 'vitest'
import { steadyIds } from './LessonList.tsx'

/** `a:les1` is a row of the form that is lesson `les1`, `a` one that is not saved yet. */
const rowsOf = (rows: string) =>
  rows.split(' ').map((row) => {
    const [id = '', lesson_id = ''] = row.split(':')
    return { id, lesson_id }
  })

it.each([
  ['what is moved, added and removed', 'a:1 b:2 c:3', 'c:3 d a:1', 'A/c d A/a'],
  ['a save', 'a:1 b:2', 'x:1 y:2', 'A/a A/b'],
  ['a save of a new lesson', 'a:1 b c:3', 'x:1 y:2 z:3', 'A/a A/b A/c'],
  ['what others added before it', 'a:1 b:2', 'x:9 y:1 z:2', 'x A/a A/b'],
  ['what others removed', 'a:1 b:2 c:3', 'x:1 z:3', 'A/a A/c'],
])('rows stay what they are: %s', (_, before, after, ids) => {
  const rows = rowsOf(before)
  expect(steadyIds({ rows, ids: rows.map(({ id }) => `A/${id}`) }, rowsOf(after)).join(' ')).toBe(ids)
})
