import { kept } from '../../offline/kept-db.ts'
import { readKept } from './keeper-state.ts'

/** Drops a lesson, and with the last one of a course its stored content. */
export async function dropLesson(lessonId: string): Promise<void> {
  const lessons = await kept.all('lessons')
  const lesson = lessons.find(({ lesson_id }) => lesson_id === lessonId)
  if (!lesson) return
  await kept.drop(lesson, lessons)
  const { course_id } = lesson
  if (!lessons.some((one) => one.course_id === course_id && one !== lesson)) await kept.delete('courses', course_id)
  await readKept()
}

/** Removes the downloads of a course without access. */
export async function dropCourse(courseId: string): Promise<void> {
  for (const { lesson_id, course_id } of await kept.all('lessons'))
    if (course_id === courseId) await dropLesson(lesson_id)
}
