import { addDays, DAY_MS, indianDay, MAX_OVERVIEW_DAYS, quarterOf } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import type { Overview } from 'contract/overview'
import type { Context } from '../../../context.ts'
import { invalidField } from '../../../errors.ts'
import { refreshDays } from './day-figures.queries.ts'
import {
  countFree,
  type DayRow,
  findDays,
  findFunnel,
  findPartOfDay,
  findTopCourses,
  firstViewed,
  type PartOfDay,
} from './overview.queries.ts'

const DEFAULT_DAYS = 30

/** Figures by day, of the days before as well, and of today; best courses. 422 for a span that is none or too long. */
export async function readOverview(
  { db, read, now }: Pick<Context, 'db' | 'read' | 'now'>,
  requested: { from?: string | undefined; to?: string | undefined },
): Promise<Overview> {
  const { from, to, length } = spanOf(requested, now())
  const span = { from, to }
  const before = { from: addDays(from, -length), to: addDays(from, -1) }
  await refreshDays(db)
  const weekAgo = new Date(now().getTime() - 7 * DAY_MS)
  const [days, previous, free, top, funnel, today, then, views_since] = await read((at) =>
    Promise.all([
      findDays(at, span),
      findDays(at, before),
      countFree(at, span),
      findTopCourses(at, span),
      findFunnel(at, span),
      findPartOfDay(at, now()),
      findPartOfDay(at, weekAgo),
      firstViewed(at),
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
    visited: today.visited,
    views_since,
    today: {
      now: total([{ ...today, visits: today.views }]),
      week_ago: then.visited ? { ...total([{ ...then, visits: 0 }]), visits: viewsUntil(then, weekAgo) } : null,
    },
    totals: total(days),
    previous: total(previous),
    days: everyDay(from, days),
    previous_days: everyDay(before.from, previous),
    free,
    top_courses: top.map(({ revenue_paise, ...course }) => ({ ...course, revenue: toRupees(revenue_paise) })),
    funnel,
  }
}

/** Returns the requested days, 30 by default. 422 for none, or too many. */
export function spanOf(requested: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const to = requested.to ?? indianDay(now)
  const from = requested.from ?? addDays(to, 1 - DEFAULT_DAYS)
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (length < 1) throw refused('The first day must not be after the last one')
  if (length > MAX_OVERVIEW_DAYS) throw refused(`At most ${MAX_OVERVIEW_DAYS} days at once`)
  return { from, to, length }
}

/** The views of a day until this instant; null where a part of them was counted without its time. */
function viewsUntil({ views, quarters }: PartOfDay, until: Date): number | null {
  const sum = (parts: (number | null)[]) => parts.reduce<number>((whole, part) => whole + (part ?? 0), 0)
  return quarters && sum(quarters) === views ? sum(quarters.slice(0, quarterOf(until))) : null
}

function refused(message: string) {
  return invalidField('from', message)
}

function total(rows: readonly Omit<DayRow, 'day'>[]): Overview['totals'] {
  const sum = (field: Exclude<keyof DayRow, 'day'>) => rows.reduce((whole, row) => whole + row[field], 0)
  return {
    revenue: toRupees(sum('revenue_paise')),
    refunds: toRupees(sum('refunded_paise')),
    orders: sum('orders'),
    students: sum('students'),
    visits: sum('visits'),
  }
}
