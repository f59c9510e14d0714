import type { Db } from '../../context.ts'

/** Adds views to a day such as `2026-11-18`; instances add side by side. */
export async function addViews(db: Db, day: string, views: number): Promise<void> {
  await db.raw(
    `insert into page_views (day, views) values (:day, :views)
    on conflict (day) do update set views = page_views.views + excluded.views`,
    { day, views },
  )
}
