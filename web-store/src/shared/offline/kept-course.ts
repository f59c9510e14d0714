import { isApiError } from '../../api/client.ts'
import { dropCourse } from './dropping.ts'
import { type Content, keptContent } from './kept-content.ts'

/**
 * In place of an answer that did not come: the lessons of a course that are kept here. When the shop refused it, the course is not the
 * student's any more, and what was kept of it goes.
 */
export async function keptCourse(courseId: string, error: unknown): Promise<Content | undefined> {
  try {
    if (!isApiError(error)) return await keptContent(courseId)
    if (error.status === 403 || error.status === 404) await dropCourse(courseId)
  } catch {}
  return undefined
}
