import type { PageReview } from 'contract/pages/blocks'
import type { Db } from '../../context.ts'
import { COURSES, PRICED_COURSES } from '../courses/courses.sql.ts'
import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'

/** Reviews of sold courses by their students, ended access included. */
const COUNTED = `(select r.*, c.name as course_name from reviews r
  join ${COURSES} c on c.course_id = r.course_id
  join ${PRICED_COURSES} p on p.course_id = r.course_id and p.sold
  where exists (select from ${ENROLMENTS} e where e.user_id = r.user_id and e.course_id = r.course_id)) r`

/** Finds the latest reviews with words, and those of `ids`; hidden ones are left out. */
export async function findShopReviews(
  db: Db,
  { ids, latest }: { ids: readonly number[]; latest: number },
): Promise<PageReview[]> {
  const { rows } = await db.raw<{ rows: PageReview[] }>(
    `with shown as (select r.review_id, r.stars, r.text, r.shown_name as name, r.updated_at as at, r.course_id, r.course_name
        from ${COUNTED} where r.hidden_reason is null and r.text <> '')
      (select * from shown order by at desc, review_id desc limit :latest)
      union (select * from shown where review_id = any(:ids)) order by at desc, review_id desc`,
    { latest, ids: [...ids] },
  )
  return rows.map((row) => ({ ...row, review_id: Number(row.review_id) }))
}

/** Returns the average stars of all reviews with one decimal, and their number. */
export async function findShopRating(db: Db): Promise<{ average: number | null; count: number }> {
  const { rows } = await db.raw(
    `select round(avg(r.stars), 1)::float as average, count(*)::int as count from ${COUNTED}`,
  )
  return rows[0]
}
