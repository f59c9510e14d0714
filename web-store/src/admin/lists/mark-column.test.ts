import { expect, test } from 'vitest'
import { anyUnmarked } from './mark-column.tsx'

const keyOf = (name: string) => name
const marksOf = (...names: string[]) => new Map(names.map((name) => [name, name]))

test('all of a search can be marked until each of them is, whatever is marked of other searches', () => {
  const found = ['Asha', 'Asif']
  const marks = marksOf('Ravi', 'Meera', 'Kiran')
  expect(anyUnmarked({ found, marks, keyOf, total: 2 })).toBe(true)
  expect(anyUnmarked({ found, marks: marksOf('Ravi', 'Asha'), keyOf, total: 2 })).toBe(true)
  expect(anyUnmarked({ found, marks: marksOf('Ravi', 'Asha', 'Asif'), keyOf, total: 2 })).toBe(false)
  expect(anyUnmarked({ found, marks: marksOf('Asha', 'Asif'), keyOf, total: 40 })).toBe(true)
  const most = Array.from({ length: 1000 }, (_, n) => String(n))
  expect(anyUnmarked({ found, marks: marksOf(...most), keyOf, total: 2 })).toBe(false)
})
