import type { CourseCard } from 'contract/courses/courses'
import { type BlockSettings, FEWEST_STUDENTS, type Figure, type PageFacts } from 'contract/pages/blocks'
import type { Section } from 'contract/pages/sections'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { listAnswer } from '../courses/catalogue-answers.ts'
import { LESSONS, PRICED_COURSES } from '../courses/courses.sql.ts'
import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { findShopRating, findShopReviews } from '../reviews/shop-reviews.queries.ts'

/** Facts of the shop that the blocks of a page need. */
type Needs = {
  courseIds: string[]
  newest: number
  topics: Map<string, number>
  reviewIds: number[]
  latestReviews: number
  figures: Set<Figure>
}

/** Reads what these blocks need; nothing for others. */
export function needsOf(sections: readonly Section[]): Needs {
  const needs: Needs = {
    courseIds: [],
    newest: 0,
    topics: new Map(),
    reviewIds: [],
    latestReviews: 0,
    figures: new Set(),
  }
  for (const { type, settings } of sections) {
    if (type === 'course') needs.courseIds.push((settings as BlockSettings['course']).course_id)
    if (type === 'courses') addCourses(needs, settings as BlockSettings['courses'])
    if (type === 'reviews') {
      const { choice, review_ids, count } = settings as BlockSettings['reviews']
      if (choice === 'chosen') needs.reviewIds.push(...review_ids)
      else needs.latestReviews = Math.max(needs.latestReviews, count)
    }
    if (type === 'numbers')
      for (const figure of (settings as BlockSettings['numbers']).figures) needs.figures.add(figure)
  }
  return needs
}

function addCourses(needs: Needs, { choice, count, topic, course_ids }: BlockSettings['courses']): void {
  if (choice === 'chosen') needs.courseIds.push(...course_ids)
  else if (choice === 'newest') needs.newest = Math.max(needs.newest, count)
  else if (topic) needs.topics.set(topic, Math.max(needs.topics.get(topic) ?? 0, count))
}

/** Reads courses on sale, verified reviews and counted figures. */
export async function findFacts(db: Db, needs: Needs): Promise<PageFacts> {
  const courses = new Map<string, CourseCard>()
  const cards = async (query: Parameters<typeof listAnswer>[1]) => {
    const { value } = await listAnswer(db, query)
    for (const card of value) courses.set(card.course_id, card)
    return value.map(({ course_id }) => course_id)
  }
  const ids = [...new Set(needs.courseIds)].filter(Boolean)
  if (ids.length > 0) await cards({ ids })
  const newest = needs.newest > 0 ? await cards({ sort: 'newest', limit: needs.newest }) : []
  const topics: PageFacts['topics'] = []
  for (const [topic, limit] of needs.topics) topics.push({ topic, course_ids: await cards({ topic, limit }) })
  const wantsReviews = needs.latestReviews > 0 || needs.reviewIds.length > 0
  const reviews = wantsReviews ? await findShopReviews(db, { ids: needs.reviewIds, latest: needs.latestReviews }) : []
  return {
    courses: [...courses.values()],
    newest,
    topics,
    reviews,
    figures: needs.figures.size > 0 ? await figuresOf(db, needs.figures) : {},
  }
}

type Counted = { students: number; courses: number; lessons: number; seconds: number }

const queryFiguresOfPages = prepared<Counted>(
  'figures of pages',
  () => `select (select count(distinct user_id)::int from ${ENROLMENTS} e) as students,
        (select count(*)::int from ${PRICED_COURSES} p where p.sold and p.kind = 'course') as courses,
        count(l.lesson_id)::int as lessons, coalesce(sum(l.seconds), 0)::int as seconds
      from ${LESSONS} l join ${PRICED_COURSES} p on p.course_id = l.course_id and p.sold`,
)

/** Counts the figures that a page names; one of nothing is left out, and so are few students. */
async function figuresOf(db: Db, wanted: ReadonlySet<Figure>): Promise<PageFacts['figures']> {
  const rows = await queryFiguresOfPages(db)
  const counted = rows[0]
  const rating = wanted.has('rating') ? await findShopRating(db) : undefined
  const all: Record<Figure, number> = {
    students: counted && counted.students >= FEWEST_STUDENTS ? counted.students : 0,
    courses: counted?.courses ?? 0,
    lessons: counted?.lessons ?? 0,
    hours: Math.floor((counted?.seconds ?? 0) / 3600),
    rating: rating ?? 0,
  }
  return Object.fromEntries(Object.entries(all).filter(([figure, value]) => value > 0 && wanted.has(figure as Figure)))
}
