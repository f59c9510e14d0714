import { type GeneratedText, generatedIn } from 'contract/courses/generated'
import type { Db } from '../../context.ts'

type Row = { title: string; source: string } & Parameters<typeof generatedIn>[0]

/** Returns the unchanged texts of these courses from folders, by course. */
export async function findGenerated(db: Db, courseIds: readonly string[]): Promise<Map<string, GeneratedText[]>> {
  const rows: (Row & { course_id: string })[] = await db('lessons')
    .join('courses', 'courses.course_id', 'lessons.course_id')
    .whereIn('lessons.course_id', [...courseIds])
    .whereNotNull('lessons.source')
    .orderBy(['lessons.course_id', 'lessons.position'])
    .select('courses.course_id', 'name', 'description', 'long_description', 'header_text', 'header_below')
    .select('lessons.title', 'lessons.source')
  const byCourse = Map.groupBy(rows, ({ course_id }) => course_id)
  return new Map(
    [...byCourse].map(([courseId, lessons]) => [courseId, lessons[0] ? generatedIn(lessons[0], lessons) : []]),
  )
}
