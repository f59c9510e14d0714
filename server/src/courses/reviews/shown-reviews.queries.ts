import { REVIEWS_SHOWN } from 'contract/review-limits'
import type { CourseReviews, ShownReview } from 'contract/reviews'
import type { Db } from '../../context.ts'
import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { finishedShare } from '../learning/finished-share.sql.ts'

/** Reviews of students who have the course, or had it until their access ended. */
const COUNTED = `(select r.* from reviews r join ${ENROLMENTS} e on e.user_id = r.user_id and e.course_id = r.course_id
  where r.course_id = :courseId) r`

/** Reads a course's public reviews; undefined without any. */
export async function findShownReviews(db: Db, courseId: string): Promise<CourseReviews | undefined> {
  const [totals, latest] = await Promise.all([
    db.raw<{ rows: { stars: number; count: number }[] }>(
      `select stars, count(*)::int as count from ${COUNTED} group by stars`,
      { courseId },
    ),
    db.raw<{ rows: ShownReview[] }>(
      `select r.stars, r.text, r.shown_name as name, r.updated_at as at, r.reply,
        ${finishedShare('r.user_id', 'r.course_id')} as finished from ${COUNTED}
      where r.hidden_reason is null order by r.updated_at desc, r.review_id desc limit :limit`,
      { courseId, limit: REVIEWS_SHOWN },
    ),
  ])
  const stars = [1, 2, 3, 4, 5].map((star) => totals.rows.find((row) => row.stars === star)?.count ?? 0)
  const count = stars.reduce((sum, input) => sum + input, 0)
  if (count === 0) return undefined
  const sum = stars.reduce((all, input, at) => all + input * (at + 1), 0)
  return { average: Math.round((10 * sum) / count) / 10, count, stars, latest: latest.rows }
}
