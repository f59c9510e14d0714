import type { PageReview } from 'contract/pages/blocks'
import type { Db } from '../../context.ts'
import { COURSES, PRICED_COURSES } from '../courses/courses.sql.ts'
import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { finishedShare } from '../learning/finished-share.sql.ts'

/** So many of the latest reviews are looked at: those of courses or students that are gone fall out. */
const CANDIDATES = 200

/**
 * Selects shown reviews of sold courses by their students, ended access included, out of few candidates: whatever the database knows of the
 * tables, it then joins few rows, and looks for the student of each one.
 */
const shownOf = (candidates: string) => `with few as materialized (
    select * from reviews where hidden_reason is null and text <> '' ${candidates})
  select r.review_id, r.stars, r.text, r.shown_name as name, r.updated_at as at, r.course_id, c.name as course_name,
    ${finishedShare('r.user_id', 'r.course_id')} as finished
  from few r join ${PRICED_COURSES} p on p.course_id = r.course_id and p.sold
    cross join lateral (select from ${ENROLMENTS} e where e.user_id = r.user_id and e.course_id = r.course_id limit 1) own
    join ${COURSES} c on c.course_id = r.course_id
  order by r.updated_at desc, r.review_id desc`

/** Finds the latest reviews with words, then those of `ids`; hidden ones are left out. */
export async function findShopReviews(
  db: Db,
  { ids, latest }: { ids: readonly number[]; latest: number },
): Promise<PageReview[]> {
  const found = new Map<number, PageReview>()
  const read = async (statement: string, values: Record<string, unknown>) => {
    const { rows } = await db.raw<{ rows: PageReview[] }>(statement, values)
    for (const row of rows) found.set(Number(row.review_id), { ...row, review_id: Number(row.review_id) })
  }
  const newest = shownOf('order by updated_at desc, review_id desc limit :candidates')
  if (latest > 0) await read(`${newest} limit :latest`, { latest, candidates: CANDIDATES })
  if (ids.length > 0) await read(shownOf('and review_id = any(:ids)'), { ids: [...ids] })
  return [...found.values()]
}

/** Returns the average stars that students gave to sold courses, with one decimal; null without any. One pass over each table. */
export async function findShopRating(db: Db): Promise<number | null> {
  const { rows } = await db.raw(
    `with pairs as materialized (
       select course_id, max(stars) as stars from (
         select user_id, course_id, stars from reviews
         union all select user_id, course_id, null from ${ENROLMENTS} e) found
       group by user_id, course_id having count(*) > count(stars) and count(stars) > 0)
     select round(avg(stars), 1)::float as average from pairs
     where course_id in (select course_id from ${PRICED_COURSES} p where p.sold)`,
  )
  return rows[0].average
}
