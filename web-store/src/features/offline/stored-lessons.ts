import { client, isApiError, isAuthError } from '../../api/client.ts'
import { offlineDb } from '../../offline/offline-db.ts'
import { downloads } from './download-db.ts'
import { isRenewalDue, termOf } from './download-rules.ts'
import { readDownloads } from './downloader-state.ts'
import { dropCourse, dropLesson } from './dropping.ts'
import { ownerOf } from './owner-of.ts'
import { renewCourse } from './renewal.ts'
import { type Content, storedContent } from './stored-content.ts'

// The parts that `shared/offline` looks for.

export { readDownloads } from './downloader-state.ts'
export { storedQuiz } from './stored-content.ts'

export const endSession = downloads.wipe

/** Returns the downloaded lessons of a course when the request failed. A refusal of the shop means no access: removes the downloads. */
export async function storedCourse(courseId: string, error: unknown): Promise<Content | undefined> {
  try {
    if (!isApiError(error)) return await storedContent(courseId)
    if (error.status === 403 || error.status === 404) await dropCourse(courseId)
  } catch {}
  return undefined
}

/**
 * Requests the terms of the downloads and their present content: of the open course, and of all once a day. Removes courses without access.
 */
export async function fetchTerms(openCourse?: string): Promise<void> {
  const known = await offlineDb.owner()
  const lessons = await downloads.all('lessons')
  if (!known) return
  const isDue = isRenewalDue(known.asked_ms, Date.now())
  const all = [...new Set(lessons.map(({ course_id }) => course_id))].slice(0, 100)
  const courses = isDue ? all : all.filter((id) => id === openCourse)
  if (courses.length === 0) return
  try {
    const { session_id, now, courses: present } = await client.offline.terms({ course_ids: courses })
    const at = Date.now()
    const owner = await ownerOf(session_id)
    for (const { lesson_id, course_id } of await downloads.all('lessons')) {
      if (!courses.includes(course_id)) continue
      const course = present.find((one) => one.course_id === course_id)
      if (!course?.lesson_ids.includes(lesson_id)) await dropLesson(lesson_id)
      else
        await downloads.change('lessons', lesson_id, (lesson) => ({ ...lesson, term: termOf(now, course.ends_at, at) }))
    }
    await offlineDb.changeOwner((own) => ({ ...own, asked_ms: isDue ? at : own.asked_ms, seen_ms: at }))
    if (owner) for (const { course_id } of present) await renewCourse(owner, course_id)
  } catch (error) {
    // The session was ended from elsewhere, or the account is gone.
    if (isAuthError(error)) await downloads.wipe()
  }
  await readDownloads()
}
