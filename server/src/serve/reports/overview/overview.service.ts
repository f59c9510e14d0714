import { addDays, DAY_MS, indianDay, MAX_OVERVIEW_DAYS } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import type { Overview } from 'contract/overview'
import type { Context } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { findRefusal } from '../../../sales/orders/gateway-refusals.queries.ts'
import { refreshDays } from './day-figures.queries.ts'
import { type DayRow, findDays, findLatestOrders, findTopCourses } from './overview.queries.ts'

const DEFAULT_DAYS = 30

/** Figures by day, of the days before as well, best courses and newest orders. 422 for a span that is none or too long. */
export async function readOverview(
  { db, read, now }: Pick<Context, 'db' | 'read' | 'now'>,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Overview> {
  const to = asked.to ?? indianDay(now())
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS)
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (length < 1) throw refused('The first day must not be after the last one')
  if (length > MAX_OVERVIEW_DAYS) throw refused(`At most ${MAX_OVERVIEW_DAYS} days at once`)
  const span = { from, to }
  const before = { from: addDays(from, -length), to: addDays(from, -1) }
  await refreshDays(db)
  const [days, previous, top, latest, refusal] = await read((at) =>
    Promise.all([
      findDays(at, span),
      findDays(at, before),
      findTopCourses(at, span),
      findLatestOrders(at),
      findRefusal(at),
    ]),
  )
  const everyDay = (first: string, rows: readonly DayRow[]) => {
    const known = new Map(rows.map((row) => [row.day, row]))
    return Array.from({ length }, (_, index) => {
      const day = addDays(first, index)
      return { day, ...total([known.get(day)].filter((row) => row !== undefined)) }
    })
  }
  return {
    from,
    to,
    totals: total(days),
    previous: total(previous),
    days: everyDay(from, days),
    previous_days: everyDay(before.from, previous),
    gateway_refusal: refusal ? { since: refusal.since, reason: refusal.reason } : null,
    top_courses: top.map(({ revenue_paise, ...course }) => ({ ...course, revenue: toRupees(revenue_paise) })),
    latest_orders: latest.map(({ total_paise, ...order }) => ({ ...order, total: toRupees(total_paise) })),
  }
}

function refused(message: string) {
  return plainError('invalid', message, { errors: [{ path: 'from', message }] })
}

function total(rows: readonly DayRow[]): Overview['totals'] {
  const sum = (field: Exclude<keyof DayRow, 'day'>) => rows.reduce((whole, row) => whole + row[field], 0)
  return {
    revenue: toRupees(sum('revenue_paise')),
    refunds: toRupees(sum('refunded_paise')),
    orders: sum('orders'),
    students: sum('students'),
    visits: sum('visits'),
  }
}
