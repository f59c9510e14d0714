import { client, isAuthError } from '../../api/client.ts'
import { downloads } from '../../offline/download-db.ts'
import { isRenewalDue, termOf } from '../../offline/download-rules.ts'
import { readDownloads } from './downloader-state.ts'
import { dropLesson } from './dropping.ts'
import { sendLate } from './late.ts'
import { ownerKnown, ownerNow } from './owner.ts'
import { renewCourse } from './renewal.ts'

/**
 * Starts a student's own screens: removes another student's downloads, sends offline work, and renews terms and lessons from the shop, at
 * once for the open course.
 */
export async function beginOffline(openCourse?: string): Promise<void> {
  if (!(await ownerKnown())) return void (await downloads.wipe())
  await readDownloads()
  // Work that cannot be sent now stays.
  await sendLate().catch(() => undefined)
  await fetchTerms(openCourse)
}

/**
 * Requests the terms of the downloads and their present content: of the open course, and of all once a day. Removes courses without access.
 */
export async function fetchTerms(openCourse?: string): Promise<void> {
  const known = await downloads.owner()
  const lessons = await downloads.all('lessons')
  if (!known) return
  const isDue = isRenewalDue(known.asked_ms, Date.now())
  const all = [...new Set(lessons.map(({ course_id }) => course_id))].slice(0, 100)
  const courses = isDue ? all : all.filter((id) => id === openCourse)
  if (courses.length === 0) return
  try {
    const { session_id, now, courses: present } = await client.offline.terms({ course_ids: courses })
    const at = Date.now()
    const owner = await ownerNow(session_id)
    for (const { lesson_id, course_id } of await downloads.all('lessons')) {
      if (!courses.includes(course_id)) continue
      const course = present.find((one) => one.course_id === course_id)
      if (!course?.lesson_ids.includes(lesson_id)) await dropLesson(lesson_id)
      else
        await downloads.change('lessons', lesson_id, (lesson) => ({ ...lesson, term: termOf(now, course.ends_at, at) }))
    }
    await downloads.changeOwner((own) => ({ ...own, asked_ms: isDue ? at : own.asked_ms, seen_ms: at }))
    if (owner) for (const { course_id } of present) await renewCourse(owner, course_id)
  } catch (error) {
    // The session was ended from elsewhere, or the account is gone.
    if (isAuthError(error)) await downloads.wipeLessons()
  }
  await readDownloads()
}
