import { randomBytes } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { Assignment } from 'contract/assignments/hand-ins'
import { Course } from 'contract/courses/courses'
import { isMediaUrl } from 'contract/fields'
import { Lesson } from 'contract/learning'
import { toPaise } from 'contract/money'
import { ChosenState } from 'contract/placement'
import { Quiz } from 'contract/quizzes'
import { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { writeAssignment } from '../../courses/assignments/assignments.queries.ts'
import { type Row, toWire } from '../../courses/courses/course-rows.ts'
import { courseStateChanged } from '../../courses/courses/course-state-changed.ts'
import { insertCourse } from '../../courses/courses/courses.queries.ts'
import { findAllNames } from '../../courses/courses/import/import.queries.ts'
import { findLesson } from '../../courses/courses/lesson-of-course.ts'
import { listLessons, markLessonsUpdated, replaceLessons } from '../../courses/courses/lessons.queries.ts'
import { mediaIdsIn } from '../../courses/media/library/media-uses.ts'
import { settlePaidFiles } from '../../courses/media/library/paid-files.ts'
import { writeQuiz } from '../../courses/quizzes/quizzes.queries.ts'
import { callHooks } from '../../platform/features/hooks.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { ArchiveRefusal, type OpenArchive } from './unpack.ts'

const Link = z.string().refine((link) => link === '' || isMediaUrl(link), { error: 'an address that is not https' })

const Instant = z.string().transform((at) => new Date(at).toISOString())

const ArchivedLesson = Lesson.extend({
  watch_link: Link,
  download_link: Link.nullable(),
  opens_at: Instant.nullable(),
  quiz: Quiz.nullish(),
  assignment: Assignment.nullish(),
})

const ArchivedCourse = z.object({
  course: z.record(z.string(), z.unknown()),
  state: z.string(),
  lessons: z.array(ArchivedLesson),
})

/** A file of the archive, for features that read more of it. */
type Archived = { lessons: readonly unknown[] }

/** Ids of the archive, each with the one that it has here. */
export type Known = { courses: Map<string, string>; lessons: Map<string, string> }

export type CoursesBrought = { new: number; same: number; left_out: { name: string; reason: string }[] }

/**
 * Brings the courses whose title no course of this shop has, each in one transaction; a course with a known title stays as it is, and
 * its lessons are matched by title and place. `addresses` says where the files are now.
 */
export async function bringCourses(
  ctx: Pick<Context, 'db' | 'now'>,
  archive: OpenArchive,
  addresses: ReadonlyMap<string, string>,
): Promise<{ known: Known; brought: CoursesBrought }> {
  const known: Known = { courses: new Map(), lessons: new Map() }
  const brought: CoursesBrought = { new: 0, same: 0, left_out: [] }
  const here = await findAllNames(ctx.db)
  const files = [...archive.entries.keys()].filter((name) => /^courses\/[^/]+\.json$/.test(name))
  const bundles: (() => Promise<void>)[] = []
  // The newest is the first in the store.
  for (const file of files.toReversed()) {
    const moved = withAddresses(await archive.json(file), addresses)
    const { data, error } = ArchivedCourse.safeParse(moved)
    const take = async () => {
      try {
        if (!data) throw new ArchiveRefusal(reasonOf(error))
        const course = withCourses(readCourse(data.course), known)
        const there = takeNamed(here, course)
        if (there === undefined) await insertWhole(ctx, course, data, moved as Archived, known)
        else await matchLessons(ctx.db, there, course.course_id, data, known)
        brought[there === undefined ? 'new' : 'same'] += 1
      } catch (refusal) {
        if (!(refusal instanceof ArchiveRefusal || refusal instanceof ORPCError)) throw refusal
        brought.left_out.push({ name: file.slice('courses/'.length, -'.json'.length), reason: refusal.message })
      }
    }
    if (data?.course.kind === 'bundle') bundles.push(take)
    else await take()
  }
  // Their courses are here by now, perhaps by other ids.
  for (const take of bundles) await take()
  return { known, brought }
}

/** Takes the course of this title, rather the one that also has the id. */
function takeNamed(here: { course_id: string; name: string }[], { course_id, name }: Course): string | undefined {
  const named = here.filter((course) => keyOf(course.name) === keyOf(name))
  const found = named.find((course) => course.course_id === course_id) ?? named[0]
  if (found) here.splice(here.indexOf(found), 1)
  return found?.course_id
}

const keyOf = (name: string) => name.trim().toLowerCase()

const reasonOf = (error: z.ZodError | undefined) => {
  const [issue] = error?.issues ?? []
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'cannot be read'
}

/** Replaces the addresses of files anywhere in a text of the archive. */
export function withAddresses(value: unknown, addresses: ReadonlyMap<string, string>): unknown {
  const text = JSON.stringify(value)
  return JSON.parse(text.replaceAll(/\/media\/[\w-]+\/[\w.-]+/g, (address) => addresses.get(address) ?? address))
}

const IMAGES = ['banner', 'DEMO_REELS_VIDEOS', 'benefits_samples', 'CUSTOMER_REVIEWS'] as const
const CARDS = ['product_content_samples', 'bonuses', 'exclusive_bonuses'] as const

/** Fields that archives of before bundles lack. */
const BEFORE_BUNDLES = { kind: 'course', free: false, bundle_courses: [] }

/** Names the courses of a bundle as they are called here. */
const withCourses = (course: Course, { courses }: Known): Course => ({
  ...course,
  bundle_courses: course.bundle_courses.flatMap((id) => courses.get(id) ?? []),
})

function readCourse(row: Record<string, unknown>): Course {
  const { data, error } = Course.safeParse(toWire({ ...BEFORE_BUNDLES, ...row } as unknown as Row))
  if (!data) throw new ArchiveRefusal(reasonOf(error))
  const shown = [...IMAGES.map((field) => data[field]), ...CARDS.map((field) => data[field].map(({ image }) => image))]
  const links = shown.flat().map((link) => (typeof link === 'string' ? link : link.image))
  if (!links.every((link) => Link.safeParse(link).success)) throw new ArchiveRefusal('a picture is not at https')
  return data
}

const newId = (kind: string) => `${kind}_${randomBytes(10).toString('hex')}`

async function insertWhole(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { price, ...course }: Course,
  { course: row, lessons, state }: z.output<typeof ArchivedCourse>,
  archived: Archived,
  known: Known,
): Promise<void> {
  const at = now()
  await writeCatalogue(db, async (trx) => {
    const fields = { ...course, price_paise: toPaise(price) }
    const made =
      (await insertCourse(trx, fields, at)) ??
      (await insertCourse(
        trx,
        { ...fields, course_id: `${course.course_id.slice(0, 70)}-${randomBytes(4).toString('hex')}` },
        at,
      ))
    if (!made) throw new Error(`no free id for ${course.course_id}`)
    const { course_id } = made.course
    const placed = []
    for (const lesson of lessons)
      placed.push({ ...lesson, lesson_id: (await findLesson(trx, lesson.lesson_id)) ? newId('les') : lesson.lesson_id })
    if (placed.length > 0) {
      const bare = placed.map(({ quiz: _, assignment: __, ...lesson }) => lesson)
      await replaceLessons(trx, course_id, bare)
      await markLessonsUpdated(trx, course_id, at)
    }
    for (const { quiz, assignment, ...lesson } of placed) {
      const of = { ...lesson, course_id, course_name: course.name }
      if (quiz) await writeQuiz(trx, of, quiz, at)
      if (assignment) await writeAssignment(trx, of, assignment, at)
    }
    const brought = placed.map(({ lesson_id, title }, index) => ({
      lesson_id,
      title,
      archived: archived.lessons[index],
    }))
    await callHooks('courseBrought', { db }, trx, { course_id, name: course.name, archived, lessons: brought, now: at })
    await settlePaidFiles(trx, mediaIdsIn([made.course, placed]))
    const chosen = ChosenState.safeParse(row.state).data ?? 'draft'
    // It was on sale there: its owner has answered for its lessons.
    await courseStateChanged(trx, made.course, chosen, at, { after: made.course }, { alsoEmpty: true })
    if (state === 'deleted' || state === 'erased') await courseStateChanged(trx, made.course, 'deleted', at, null)
    known.courses.set(course.course_id, course_id)
    for (const [index, { lesson_id }] of lessons.entries()) known.lessons.set(lesson_id, placed[index]?.lesson_id ?? '')
  })
}

/** Matches the lessons of a course that is here already by their titles, and two of one title by their order. */
async function matchLessons(
  db: Db,
  courseId: string,
  archivedId: string,
  { lessons }: z.output<typeof ArchivedCourse>,
  known: Known,
): Promise<void> {
  known.courses.set(archivedId, courseId)
  const free = await listLessons(db, courseId)
  for (const { lesson_id, title } of lessons) {
    const at = free.findIndex((lesson) => keyOf(lesson.title) === keyOf(title))
    const [found] = at < 0 ? [] : free.splice(at, 1)
    if (found) known.lessons.set(lesson_id, found.lesson_id)
  }
}
