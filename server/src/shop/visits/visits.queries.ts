import type { Db } from '../../context.ts'

/** Adds views to a quarter of an hour (1 to 96) of a day such as `2026-11-18`; instances add side by side. */
export async function addViews(db: Db, day: string, quarter: number, views: number): Promise<void> {
  await db.raw(
    `insert into page_views (day, views, quarters)
    values (:day, :views, array_fill(null::integer, array[:quarter - 1]) || :views::integer)
    on conflict (day) do update set views = page_views.views + excluded.views,
      quarters[:quarter] = coalesce(page_views.quarters[:quarter], 0) + excluded.views`,
    { day, quarter, views },
  )
}

/** Visits that took a step, by what led to them. */
export type StepCounts = {
  day: string
  touch: 'first' | 'last' | 'any'
  by: 'source' | 'campaign' | 'landing' | 'course'
  /** The source of a campaign, else empty. */
  source: string
  key: string
  visits: number
  course_views: number
  carts: number
  checkouts: number
}

/** Rows of a day; anybody can make up links, and what is beyond has no row of its own. */
const MOST_ROWS = 3_000

/** Adds steps in one statement; instances add side by side, in one order, so that none waits for another in a circle. */
export async function addSteps(db: Db, counts: readonly StepCounts[]): Promise<void> {
  await db.raw(
    `with given as (
      select * from jsonb_to_recordset(:counts) as given (day date, touch text, by text, source text, key text,
        visits bigint, course_views bigint, carts bigint, checkouts bigint)
    ), full_day as (
      select day from visit_steps where day in (select day from given) group by day having count(*) >= ${MOST_ROWS}
    ), placed as (
      select day, touch, by, case when has_room then source else '' end as source, case when has_room then key else 'other' end as key,
        sum(visits) as visits, sum(course_views) as course_views, sum(carts) as carts, sum(checkouts) as checkouts
      from (
        select given.day, given.touch, given.by, given.source, given.key, given.visits, given.course_views, given.carts, given.checkouts,
          f.day is null or s.day is not null as has_room
        from given
        left join full_day f using (day)
        left join visit_steps s using (day, touch, by, source, key)
      ) known
      group by 1, 2, 3, 4, 5
    )
    insert into visit_steps as s (day, touch, by, source, key, visits, course_views, carts, checkouts)
    select day, touch, by, source, key, visits, course_views, carts, checkouts from placed order by 1, 2, 3, 4, 5
    on conflict (day, touch, by, source, key) do update set visits = s.visits + excluded.visits,
      course_views = s.course_views + excluded.course_views, carts = s.carts + excluded.carts, checkouts = s.checkouts + excluded.checkouts`,
    { counts: JSON.stringify(counts) },
  )
}

/** Drops the steps of days before this one. */
export async function dropStepsBefore(db: Db, day: string): Promise<void> {
  await db('visit_steps').where('day', '<', day).delete()
}
