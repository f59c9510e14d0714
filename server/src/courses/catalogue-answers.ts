import { createHash } from 'node:crypto'
import type { Course, CourseCard } from '../../contract/courses.ts'
import type { Db } from '../context.ts'
import { type CourseQuery, findCourse, listCards } from './courses.queries.ts'

/** One answer of the public catalogue, ready to send. */
export type CatalogueAnswer<T = unknown> = {
  value: T
  body: Buffer
  /** ETag, Cache-Control and, of a list, X-Total-Count. */
  headers: Record<string, string>
}

/** `GET /go/courses`: the router and the cache in front of it both answer this. */
export async function listAnswer(db: Db, query: CourseQuery): Promise<CatalogueAnswer<CourseCard[]>> {
  const { cards, total } = await listCards(db, query)
  return answer(cards, { 'X-Total-Count': String(total) })
}

/** `GET /go/courses/{id}`; undefined for a course that is unknown or deleted. */
export async function courseAnswer(db: Db, courseId: string): Promise<CatalogueAnswer<Course> | undefined> {
  const found = await findCourse(db, courseId)
  return found && answer(found.course)
}

function answer<T>(value: T, headers: Record<string, string> = {}): CatalogueAnswer<T> {
  const body = Buffer.from(JSON.stringify(value))
  // Weak: the same answer goes out compressed and not.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { value, body, headers: { ...headers, ETag: etag, 'Cache-Control': 'public, max-age=0, must-revalidate' } }
}
