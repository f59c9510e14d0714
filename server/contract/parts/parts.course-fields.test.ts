import { expect, test } from 'vitest'
import { partsOf } from './parts.course-fields.ts'

const terms = { count: 3, every_days: 30, grace_days: 5 }
const faults = (price: number, first: number | null) =>
  partsOf(price)
    .safeParse({ ...terms, first })
    .error?.issues.map(({ path }) => path.join('.')) ?? []

test('a first part leaves at least a rupee for each further part', () => {
  expect(faults(3000, 3000)).toEqual(['first'])
  expect(faults(3000, 2999)).toEqual(['first'])
  expect(faults(3000, 2998)).toEqual([])
  expect(faults(3000, null)).toEqual([])
  expect(faults(2, null)).toEqual(['first'])
})

test('a course without a price yet has any first part', () => {
  expect(faults(0, 500)).toEqual([])
})
