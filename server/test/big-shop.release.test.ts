// Runs before a release: every read of a shop of 20,000 courses and 200,000 students beside the same read of a small one.
// `STUDENTS=20000 npx vitest run big-shop` is shorter. Times and scans are printed for a person to judge; `deep-reads.test.ts` bounds them.

import { expect, test } from 'vitest'
import { lengthOf } from './scope.ts'
import { type ReadCost, walkBigCourse } from './walk-reads.ts'

const students = lengthOf('STUDENTS', { full: 200_000, usual: 10_000 })
const courses = lengthOf('COURSES', { full: 20_000, usual: 2_000 })
/** Two million rows of progress with 200,000 students. */
const LESSONS = 10
const lineOf = ({ read, page, rows, ms, blocks, scans }: ReadCost, before: ReadCost | undefined) =>
  `${read} ${page}`.padEnd(34) +
  [
    `${rows} rows`,
    `${ms.toFixed(0)} ms`,
    `${((before?.ms ?? 0) || 0).toFixed(0)} ms in the small one`,
    `${blocks} blocks`,
    JSON.stringify(scans),
  ].join(', ')

test(`${students} students of ${courses} courses: every read is answered, and what became slower is printed`, {
  timeout: 3_600_000,
}, async () => {
  const small = await walkBigCourse({ students: 200, courses: 100, lessons: LESSONS, stale: false })
  const big = await walkBigCourse({ students, courses, lessons: LESSONS, stale: false })
  const before = new Map(small.map((cost) => [`${cost.read} ${cost.page}`, cost]))
  const of = (cost: ReadCost) => before.get(`${cost.read} ${cost.page}`)
  const slower = big.filter((cost) => cost.ms > 2 * (of(cost)?.ms ?? 0) && cost.ms > 50)
  console.info(slower.map((cost) => lineOf(cost, of(cost))).join('\n'))
  expect(big.filter(({ status }) => status !== 200).map(({ read, status }) => ({ read, status }))).toEqual([])
})
