import { client, isAuthError } from '../../api/client.ts'
import { kept } from '../../offline/kept-db.ts'
import { isToAsk, termOf } from '../../offline/kept-rules.ts'
import { readKept } from './keeper-state.ts'
import { ownerNow } from './owner.ts'

/** Drops a lesson; with the last one of its course what is known of that goes, too. */
export async function dropLesson(lessonId: string): Promise<void> {
  const lessons = await kept.all('lessons')
  const lesson = lessons.find(({ lesson_id }) => lesson_id === lessonId)
  if (!lesson) return
  await kept.drop(lesson, lessons)
  const { course_id } = lesson
  if (!lessons.some((one) => one.course_id === course_id && one !== lesson)) await kept.delete('courses', course_id)
  await readKept()
}

/** The shop said that this course is not the student's any more. */
export async function dropCourse(courseId: string): Promise<void> {
  for (const { lesson_id, course_id } of await kept.all('lessons'))
    if (course_id === courseId) await dropLesson(lesson_id)
}

/** Asks the shop until when what is kept may stay, at most once a day: what is not the student's any more goes. */
export async function askTerms(): Promise<void> {
  const owner = await kept.owner()
  const lessons = await kept.all('lessons')
  if (!owner || lessons.length === 0 || !isToAsk(owner.asked_ms, Date.now())) return
  const courses = [...new Set(lessons.map(({ course_id }) => course_id))].slice(0, 100)
  try {
    const { session_id, now, courses: present } = await client.offline.terms({ course_ids: courses })
    const at = Date.now()
    await ownerNow(session_id)
    for (const lesson of await kept.all('lessons')) {
      const course = present.find(({ course_id }) => course_id === lesson.course_id)
      const isPresent = course?.lesson_ids.includes(lesson.lesson_id)
      if (!isPresent || !course) await dropLesson(lesson.lesson_id)
      else await kept.put('lessons', { ...lesson, term: termOf(now, course.ends_at, at) }, lesson.lesson_id)
    }
    await kept.changeOwner((known) => ({ ...known, asked_ms: at, seen_ms: at }))
  } catch (error) {
    // The session was ended from elsewhere, or the account is gone.
    if (isAuthError(error)) await kept.wipeLessons()
  }
  await readKept()
}
