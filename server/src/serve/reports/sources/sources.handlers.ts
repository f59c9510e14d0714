import { toRupees } from 'contract/money'
import type { SourceCounts } from 'contract/sources/sources'
import { calls } from '../../../context.ts'
import { refreshDays } from '../overview/day-figures.queries.ts'
import { spanOf } from '../overview/overview.service.ts'
import { findSources } from './sources.queries.ts'

const COUNTS = ['visits', 'course_views', 'carts', 'checkouts', 'orders', 'refunded'] as const

export const sourcesHandlers = {
  list: calls.sources.list.handler(async ({ input, context }) => {
    const { db, read, now } = context.ctx
    const { from, to } = spanOf(input, now())
    await refreshDays(db)
    const found = await read((at) => findSources(at, { ...input, from, to }))
    const sum = (of: (row: (typeof found)[number]) => number) => found.reduce((whole, row) => whole + of(row), 0)
    const counts = Object.fromEntries(COUNTS.map((name) => [name, sum((row) => row[name])]))
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
