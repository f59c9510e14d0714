import type { StudentLesson } from 'contract/learning'
import { client } from '../../api/client.ts'
import type { Owner } from '../../offline/offline-db.ts'
import { type DownloadedLesson, downloads } from './download-db.ts'
import { dropLesson } from './dropping.ts'
import { isDownloadable, partsOf, pathOf, videoParts } from './lesson-parts.ts'
import { type Content, hasAll, openCourse, type StoredQuizzes, storeContent } from './stored-content.ts'

/**
 * Updates the downloads of a course: titles, order, quizzes. Removed lessons go; a lesson with other files is marked as old, and plays
 * until it is downloaded again.
 */
export async function renewCourse(owner: Owner, courseId: string): Promise<void> {
  // A running download is fresh.
  await navigator.locks.request('keeping', { ifAvailable: true }, async (lock) => {
    const records = (await downloads.all('lessons')).filter(({ course_id }) => course_id === courseId)
    if (!lock || records.length === 0) return
    const content = await client.learning.getContent({ courseId })
    const before = await openCourse(owner, courseId)
    const quizzes: StoredQuizzes = {}
    for (const record of records) {
      const { lesson_id } = record
      const [lesson, was] = [content, before].map((known) => lessonOf(known, lesson_id))
      if (!lesson || !isDownloadable(lesson)) {
        await dropLesson(lesson_id)
        continue
      }
      if (lesson.quiz) quizzes[lesson_id] = await client.quizzes.get({ lesson_id })
      await renewLesson(record, content, lesson, was)
    }
    if (await downloads.get('courses', courseId)) await storeContent(owner, content, quizzes)
  })
}

const lessonOf = (content: Content | undefined, id: string) =>
  content?.content.find(({ lesson_id }) => lesson_id === id)

async function renewLesson(
  record: DownloadedLesson,
  { course_name }: Content,
  lesson: StudentLesson,
  was: StudentLesson | undefined,
): Promise<void> {
  const today = partsOf(lesson, record.height)
  const plays = hasAll(record, videoParts(lesson, record.height))
  // The picture of before is all there is until the new one is here.
  const needed = new Set(
    [...today, ...(plays || !was ? [] : videoParts(was, record.height))].map(({ url }) => pathOf(url)),
  )
  const gone = record.files.filter(({ path }) => !needed.has(path))
  await downloads.drop(record, await downloads.all('lessons'), gone)
  await downloads.change('lessons', record.lesson_id, (known) => {
    const files = known.files.filter(({ path }) => needed.has(path))
    const old = known.state === 'kept' && !hasAll(known, today)
    return { ...known, course_name, title: lesson.title, files, old }
  })
}
