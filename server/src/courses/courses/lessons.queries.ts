import type { PublicCourse } from 'contract/courses/courses'
import { PublicLesson } from 'contract/courses/public-lesson'
import type { Lesson, StoredLesson } from 'contract/learning'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { pieces } from '../../platform/features/pieces.ts'
import { barringAssignments } from '../assignments/assignment-gates.sql.ts'
import { MEDIA } from '../media/media.queries.ts'
import { barringQuizzes } from '../quizzes/quiz-gates.sql.ts'

/** Written columns of a lesson, apart from its place. */
const written = [
  ...(['kind', 'title', 'watch_link', 'download_link', 'seconds', 'preview'] as const),
  ...(['files', 'captions', 'section', 'source', 'opens_after_days', 'opens_at'] as const),
]

/** A live lesson without its recording; with one, it is watched like any other. */
const AWAITED = "(lessons.kind = 'live' and lessons.watch_link = '')"

/** The title of the first earlier lesson that blocks this one for a student who passed none. */
const WAITS_FOR = `(
  select earlier.title from (${barringQuizzes('null')} union all ${barringAssignments('null')}) gate
  join lessons earlier on earlier.lesson_id = gate.lesson_id
  where gate.course_id = lessons.course_id and not lessons.preview
    and (earlier.position, earlier.lesson_id) < (lessons.position, lessons.lesson_id)
  order by earlier.position, earlier.lesson_id limit 1)`

/** Reads the public inside of a course: each lesson's opening, and the links of its free previews alone. */
export async function findInside(
  db: Db,
  courseId: string,
): Promise<Pick<PublicCourse, 'lessons' | 'lessons_updated_at' | 'certificate'>> {
  const [lessons, course] = await Promise.all([
    db('lessons')
      .leftJoin(db.raw(`${MEDIA} as media`), 'media.url', 'lessons.watch_link')
      .leftJoin(db.raw(`${pieces.liveLessons} as live`), 'live.lesson_id', 'lessons.lesson_id')
      .where('lessons.course_id', courseId)
      .orderBy(['lessons.position', 'lessons.lesson_id'])
      .select(
        'lessons.title',
        db.raw(`case when ${AWAITED} or lessons.kind <> 'live' then lessons.kind else 'media' end as kind`),
        'lessons.section',
        db.raw('coalesce(nullif(ceil(media.seconds)::integer, 0), lessons.seconds) as seconds'),
        db.raw("(lessons.download_link is not null or lessons.files <> '[]') as download"),
        db.raw('case when lessons.preview then lessons.watch_link end as preview_link'),
        db.raw(`case when ${AWAITED} and live.cancelled_at is null then live.starts_at end as live_at`),
        db.raw('case when not lessons.preview then lessons.opens_after_days end as opens_after_days'),
        db.raw('case when not lessons.preview then lessons.opens_at end as opens_at'),
        db.raw(`${WAITS_FOR} as waits_for`),
      ),
    db('courses')
      .where({ course_id: courseId })
      .first(
        'lessons_updated_at',
        db.raw(
          `exists (select from ${pieces.certificateCourses} g where g.course_id = courses.course_id) as certificate`,
        ),
      ),
  ])
  const updated: Date | string | null = (lessons.length > 0 && course?.lessons_updated_at) || null
  return {
    lessons: PublicLesson.array().parse(
      lessons.map(({ live_at, opens_at, opens_after_days, waits_for, ...lesson }) => ({
        ...lesson,
        ...(live_at ? { live_at: new Date(live_at).toISOString() } : {}),
        ...(opens_at ? { opens_at: new Date(opens_at).toISOString() } : {}),
        ...(opens_after_days ? { opens_after_days } : {}),
        ...(waits_for ? { waits_for } : {}),
      })),
    ),
    lessons_updated_at: updated && new Date(updated).toISOString(),
    ...(course?.certificate ? { certificate: true } : {}),
  }
}

/** Lists a course's lessons in order, with the length of each file in the media library. */
export async function listLessons(db: Db, courseId: string): Promise<StoredLesson[]> {
  return db('lessons')
    .leftJoin(db.raw(`${MEDIA} as media`), 'media.url', 'lessons.watch_link')
    .where('lessons.course_id', courseId)
    .orderBy(['lessons.position', 'lessons.lesson_id'])
    .select(
      ...['lesson_id', ...written].map((column) => `lessons.${column}`),
      db.raw('nullif(ceil(media.seconds)::integer, 0) as file_seconds'),
      'media.bytes as file_bytes',
    )
}

/** Locks a course's lessons against other writers until the transaction ends; returns their ids. */
export async function lockLessonIds(trx: Db, courseId: string): Promise<string[]> {
  await trx('courses').where({ course_id: courseId }).forNoKeyUpdate().first('course_id')
  const rows: { lesson_id: string }[] = await trx('lessons').where({ course_id: courseId }).select('lesson_id')
  return rows.map(({ lesson_id }) => lesson_id)
}

/** Stores for which enrolments each lesson is open by now: a later opening day closes it to none of them. */
export async function noteOpened(trx: Db, courseId: string, now: Date): Promise<void> {
  await trx.raw(
    `update lessons set opened_to = greatest(opened_to, cast(:now as timestamptz) - coalesce(opens_after_days, 0) * interval '1 day')
     where course_id = :courseId and (opens_at is null or opens_at <= :now)`,
    { courseId, now },
  )
}

/** Replaces a course's lessons with these, in this order; rows with a preserved id stay the same rows. */
export async function replaceLessons(
  trx: Db,
  courseId: string,
  lessons: readonly z.output<typeof Lesson>[],
): Promise<void> {
  const stored = lessons.map(({ lesson_id }) => lesson_id)
  await trx('lessons').where({ course_id: courseId }).whereNotIn('lesson_id', stored).del()
  await trx('lessons')
    .insert(
      lessons.map(({ files, captions, ...lesson }, position) => ({
        ...lesson,
        files: JSON.stringify(files),
        captions: JSON.stringify(captions),
        course_id: courseId,
        position,
      })),
    )
    .onConflict('lesson_id')
    .merge(['position', ...written])
}

/** Copies lessons to a course without any: new lessons with the same files. */
export async function copyLessons(trx: Db, from: string, to: string): Promise<void> {
  const columns = ['position', ...written].join(', ')
  await trx.raw(
    `insert into lessons (lesson_id, course_id, ${columns})
     select 'les_' || left(replace(gen_random_uuid()::text, '-', ''), 20), :to, ${columns} from lessons where course_id = :from`,
    { from, to },
  )
}

/** Notes that a course's lessons changed. */
export async function markLessonsUpdated(trx: Db, courseId: string, now: Date): Promise<void> {
  await trx('courses').where({ course_id: courseId }).update({ lessons_updated_at: now })
}

export async function isLessonOf(db: Db, lessonId: string, courseId: string): Promise<boolean> {
  const found = await db('lessons').where({ lesson_id: lessonId, course_id: courseId }).first('lesson_id')
  return found !== undefined
}
