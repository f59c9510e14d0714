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
