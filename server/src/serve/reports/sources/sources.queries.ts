import { OTHER, type SOURCES_BY, type SourceCounts, type SourceRow } from 'contract/sources/sources'
import type { Db } from '../../../context.ts'

type SourcesQuery = {
  from: string
  to: string
  by: (typeof SOURCES_BY)[number]
  touch: 'first' | 'last'
  source?: string | undefined
}
/** A row as stored, money in paise. */
export type StoredRow = Omit<SourceRow, 'revenue' | 'refunds'> & { revenue_paise: number; refunds_paise: number }

/** Rows of their own have the keys that brought most; all others are one. */
const MOST_ROWS = 100

const COLUMNS: readonly (keyof SourceCounts | 'revenue_paise' | 'refunds_paise')[] = [
  ...([
    'visits',
    'course_views',
    'carts',
    'checkouts',
    'orders',
    'revenue_paise',
    'refunds_paise',
    'refunded',
  ] as const),
]
const SUMS = COLUMNS.map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`).join(', ')

/** Visits and orders of some days by one key, as `refreshDays` left them: as many rows are read as days had keys, with any number of sales. */
export async function findSources(db: Db, { from, to, by, touch, source }: SourcesQuery): Promise<StoredRow[]> {
  const { rows } = await db.raw<{ rows: StoredRow[] }>(
    `with told as (
      select source, key, visits, course_views, carts, checkouts, 0 as orders, 0 as revenue_paise, 0 as refunds_paise, 0 as refunded
      from visit_steps where day between cast(:from as date) and cast(:to as date) and by = :by and touch = :touch
      union all
      select source, key, 0, 0, 0, 0, orders, revenue_paise, refunded_paise, refunded
      from day_sources where day between cast(:from as date) and cast(:to as date) and by = :by and touch = :touch
      union all
      select '', course_id, 0, 0, 0, 0, orders, revenue_paise, refunds_paise, refunded
      from day_courses join courses using (course_id)
      where :by = 'course' and kind = 'course' and day between cast(:from as date) and cast(:to as date)
    ), summed as (
      select key, ${SUMS}, row_number() over (order by sum(revenue_paise) desc, sum(visits) desc, key) as place
      from told where cast(:source as text) is null or source = :source
      group by key
    )
    select case when place > ${MOST_ROWS} then '${OTHER}' else key end as key, ${SUMS}, min(c.name) filter (where place <= ${MOST_ROWS}) as name
    from summed
    left join courses c on :by = 'course' and c.course_id = key
    group by 1
    order by min(place)`,
    { from, to, by, touch: by === 'course' ? 'any' : touch, source: source ?? null },
  )
  return rows
}
