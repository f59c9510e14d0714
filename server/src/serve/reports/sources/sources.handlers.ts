import { toRupees } from 'contract/money'
import type { SourceCounts } from 'contract/sources/sources'
import { calls } from '../../../context.ts'
import { refreshDays } from '../overview/day-figures.queries.ts'
import { spanOf } from '../overview/overview.service.ts'
import { findSources, type StoredRow } from './sources.queries.ts'

/** Counts that rows by course sum to more than. */
const ONCE: readonly string[] = ['orders', 'refunded']

const COUNTS = ['visits', 'course_views', 'carts', 'checkouts', 'orders', 'refunded'] as const

export const sourcesHandlers = {
  list: calls.sources.list.handler(async ({ input, context }) => {
    const { db, read, now } = context.ctx
    const { from, to } = spanOf(input, now())
    await refreshDays(db)
    const [found, orders] = await read((at) =>
      Promise.all([
        findSources(at, { ...input, from, to }),
        // An order of several courses is one order.
        input.by === 'course' ? findSources(at, { ...input, by: 'source', source: undefined, from, to }) : undefined,
      ]),
    )
    const sum = (of: (row: StoredRow) => number, rows: readonly StoredRow[] = found) =>
      rows.reduce((whole, row) => whole + of(row), 0)
    const counts = Object.fromEntries(
      COUNTS.map((name) => [name, sum((row) => row[name], ONCE.includes(name) ? orders : found)]),
    )
    const money = {
      revenue: toRupees(sum((row) => row.revenue_paise)),
      refunds: toRupees(sum((row) => row.refunds_paise)),
    }
    return {
      from,
      to,
      rows: found.map(({ revenue_paise, refunds_paise, ...row }) => ({
        ...row,
        revenue: toRupees(revenue_paise),
        refunds: toRupees(refunds_paise),
      })),
      total: { ...counts, ...money } as SourceCounts,
    }
  }),
}
