import { downloads } from './download-db.ts'
import { readDownloads } from './downloader-state.ts'

/** Drops a lesson, and with the last one of a course its stored content. */
export async function dropLesson(lessonId: string): Promise<void> {
  const lessons = await downloads.all('lessons')
  const lesson = lessons.find(({ lesson_id }) => lesson_id === lessonId)
  if (!lesson) return
  await downloads.drop(lesson, lessons)
  const { course_id } = lesson
  if (!lessons.some((one) => one.course_id === course_id && one !== lesson))
    await downloads.delete('courses', course_id)
  await readDownloads()
}

/** Removes the downloads of a course without access. */
export async function dropCourse(courseId: string): Promise<void> {
  for (const { lesson_id, course_id } of await downloads.all('lessons'))
    if (course_id === courseId) await dropLesson(lesson_id)
}
