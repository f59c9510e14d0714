import { isApiError } from '../../api/client.ts'
import { dropCourse } from './dropping.ts'
import { type Content, storedContent } from './stored-content.ts'

/** Returns the downloaded lessons of a course when the request failed. A refusal of the shop means no access: removes the downloads. */
export async function storedCourse(courseId: string, error: unknown): Promise<Content | undefined> {
  try {
    if (!isApiError(error)) return await storedContent(courseId)
    if (error.status === 403 || error.status === 404) await dropCourse(courseId)
  } catch {}
  return undefined
}
