import { expect, test } from 'vitest'
import { isFullRun, isPlainRun } from './scope.ts'
import { lists, reports, walkBigCourse } from './walk-reads.ts'

/** Blocks that any read may touch before it reads a row of the course. */
const BASE = 3_000
/**
 * The same per student: some tables, each by an index. Without fresh statistics the database picks worse plans, but
 * never quadratic ones.
 */
const PER_STUDENT = { fresh: 15, stale: 30 }

/** Reads that hold several tables, with how many: documents are one each, and every table is written twice. A receipt is an order and its payment, and a month is its receipts and documents. */
const FILES: Record<string, number> = { 'books.month': 2, 'books.receipts': 2, 'books.tally': 3, 'books.bundle': 12 }

/** Lists of the students' work that look up whose it is for the rows of the page alone. */
const WORK = ['assignments.adminList', 'certificates.list', 'questions.adminList', 'reviews.list']

const sizes = isPlainRun ? [200] : [200, isFullRun ? 20_000 : 4_000]
const kinds = isPlainRun ? (['stale'] as const) : (['fresh', 'stale'] as const)
const cases = sizes.flatMap((students) => kinds.map((statistics) => ({ students, statistics })))

test('the walk covers the lists and reports of the contract', () => {
  expect(lists.length).toBeGreaterThan(20)
  expect(reports.filter(({ key }) => key.startsWith('exports.'))).toHaveLength(13)
})

test.each(cases)(
  'with $students students of one course and $statistics statistics every read is complete and bounded',
  { timeout: 240_000 },
  async ({ students, statistics }) => {
    const costs = await walkBigCourse({ students, stale: statistics === 'stale' })
    expect(costs.filter(({ status }) => status !== 200)).toEqual([])
    // A list without rows proves nothing: add some to `big-course.ts`.
    expect(costs.filter(({ page, rows }) => page && rows < Math.min(20, students))).toEqual([])
    const most = BASE + students * PER_STUDENT[statistics]
    const over = costs.filter(({ read, blocks }) => blocks > most * (FILES[read] ?? 1))
    expect(over.map(({ read, page, blocks }) => ({ read, page, blocks }))).toEqual([])
    const pages = (page: string) => costs.filter((cost) => cost.page === page)
    const deeper = pages('last').filter(
      (last, at) => last.blocks > (pages('first')[at]?.blocks ?? 0) + BASE + students / 4,
    )
    expect(deeper.map(({ read, blocks }) => ({ read, blocks }))).toEqual([])
    const named = costs.filter(({ read, scans }) => WORK.includes(read) && scans.users)
    // Few students are read from end to end, and so are those whom the statistics do not know.
    if (statistics === 'fresh' && students >= 4_000) expect(named.map(({ read, page }) => ({ read, page }))).toEqual([])
    for (const read of [
      'exports.orders',
      'exports.users',
      'exports.learning',
      'exports.documents',
      'exports.promocodes',
      'exports.pastOrders',
    ])
      expect(costs.find((cost) => cost.read === read)).toMatchObject({ rows: students })
  },
)
