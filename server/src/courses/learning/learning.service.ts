import { randomBytes } from 'node:crypto'
import type { AssignmentInput } from 'contract/assignments/input'
import {
  type AddContentBody,
  type LessonKind,
  MAX_PREVIEW_SECONDS,
  previewSeconds,
} from 'contract/courses/lesson-input'
import type { LiveInput } from 'contract/courses/live-input'
import type { ShownNextStep } from 'contract/courses/next-step'
import { longDayText } from 'contract/indian-time'
import type { Lesson, ProgressBody, StoredLesson, StudentLesson } from 'contract/learning'
import type { VideoState } from 'contract/media/videos'
import type { QuizInput } from 'contract/quizzes/input'
import type { z } from 'zod'
import { type Context, type Db, requireConfirmed } from '../../context.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { hook } from '../../platform/features/hooks.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { findProfile } from '../../shop/users/contacts.queries.ts'
import { findAnyCourse } from '../courses/courses.queries.ts'
import { courseNotFound } from '../courses/courses.service.ts'
import { pathsBelow } from '../courses/lesson-of-course.ts'
import {
  listLessons,
  lockLessonIds,
  markLessonsUpdated,
  noteOpened,
  replaceLessons,
} from '../courses/lessons.queries.ts'
import { findEnrolment } from '../enrolments/enrolments.queries.ts'
import { mediaIdsIn } from '../media/library/media-uses.ts'
import { settlePaidFiles } from '../media/library/paid-files.ts'
import { findFileFacts } from '../media/media.queries.ts'
import { addressFor } from '../media/signed-address.ts'
import { findVideoStates } from '../media/video-states.ts'
import { findLessonVideos } from '../videos/lesson-videos.ts'
import { admitDevice } from './devices.ts'
import { isDoneOtherwise } from './done-otherwise.ts'
import { noteFinishes } from './finishes.queries.ts'
import { findNextStep, findStudentLesson, type ListedLesson, listStudentLessons, takeBeat } from './learning.queries.ts'
import { type CourseProgress, courseProgress } from './learning-progress.queries.ts'
import { changedLessons, contentOf, lessonsEtag, openingOf } from './lesson-changes.ts'

/** The questions of each quiz, the lessons with an assignment, and the moments of live lessons. */
type OfLessons = {
  quizzes: Record<string, number>
  assignments: string[]
  live: Record<string, { starts_at: string; minutes: number; cancelled: boolean; joined: number }>
}

/** A lesson is saved with what other features store of it, in this transaction. An error refuses the save; its paths begin at the lesson. */
export const lessonSaved =
  hook<
    (
      ctx: Pick<Context, 'now'>,
      trx: Db,
      lesson: { lesson_id: string; live?: LiveInput; assignment?: AssignmentInput; quiz?: QuizInput },
    ) => Promise<void>
  >()

/** Returns what else an editor sees of a course's lessons. */
export const lessonsListed = hook<(db: Db, courseId: string) => Promise<Partial<OfLessons>>>()

type Content<One> = { course_id: string; course_name: string; content: One[] }

/**
 * Lists lessons for an enrolled student, of a deleted course too; paid files have addresses signed for this session.
 * 404 unknown, 403 not enrolled.
 */
export async function studentContent(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  user: { id: number; session_id: string },
  courseId: string,
): Promise<Content<StudentLesson> & { mark: string | null; next_step?: ShownNextStep }> {
  const { config, db, now } = ctx
  const course = await requireEnrolled(db, user.id, courseId, now())
  const lessons = await listStudentLessons(db, courseId, user.id, now())
  const facts = await findFileFacts(db, lessons.flatMap(linksOf))
  const opener = { audience: 'user' as const, sessionId: user.session_id }
  const sign = (url: string, paid: boolean | undefined) => addressFor(config, { url, paid }, opener, now())
  const signed = (url: string) => sign(url, facts.get(url)?.paid)
  const videos = await findLessonVideos(db, facts, sign)
  const content = lessons.map((lesson) => ({
    ...lesson,
    watch_link: signed(lesson.watch_link),
    download_link: lesson.download_link && signed(lesson.download_link),
    files: lesson.files.map(({ name, url }) => {
      const { bytes = null, kind = null } = facts.get(url) ?? {}
      return { name, url: signed(url), bytes, kind }
    }),
    captions: lesson.captions.map(({ language, url }) => ({ language, url: signed(url) })),
    video: videos.get(lesson.watch_link) ?? null,
  }))
  const { moving_mark } = await findDelivery(db)
  const mark = moving_mark ? (await findProfile(db, user.id)).email : null
  const next_step = await findNextStep(db, user.id, courseId)
  return { course_id: courseId, course_name: course.name, content, mark, ...(next_step && { next_step }) }
}

/** Lists every address of a lesson. */
const linksOf = ({ watch_link, download_link, files, captions }: ListedLesson): string[] => [
  watch_link,
  download_link ?? '',
  ...[...files, ...captions].map(({ url }) => url),
]

/** Lists any course's lessons for the admin, with the tag for `ifMatch`. */
export async function adminContent(
  { config, db, now }: Pick<Context, 'config' | 'db' | 'now'>,
  admin: { session_id: string },
  courseId: string,
): Promise<
  OfLessons & {
    course_id: string
    content: StoredLesson[]
    previews: Record<string, string>
    videos: Record<string, VideoState>
    etag: string
  }
> {
  if (!(await findAnyCourse(db, courseId))) throw courseNotFound()
  const content = await listLessons(db, courseId)
  const facts = await findFileFacts(
    db,
    content.map((lesson) => lesson.watch_link),
  )
  const opener = { audience: 'admin' as const, sessionId: admin.session_id }
  const previews = Object.fromEntries([...facts].map(([url, file]) => [url, addressFor(config, file, opener, now())]))
  const shown = [...facts.values()].filter(({ kind }) => kind === 'video').map(({ url }) => url)
  const states = await findVideoStates({ config, db }, shown.map(mediaIdOf))
  const videos = Object.fromEntries(
    shown.flatMap((url) => {
      const state = states.get(mediaIdOf(url))
      return state ? [[url, state]] : []
    }),
  )
  const of: OfLessons = Object.assign(
    { quizzes: {}, assignments: [], live: {} },
    ...(await lessonsListed(db, courseId)),
  )
  return { course_id: courseId, content, previews, ...of, videos, etag: lessonsEtag(content) }
}

const mediaIdOf = (url: string): string => url.split('/')[2] ?? ''

/**
 * Replaces a course's lessons and returns them with the new tag. An item with a known id stays that lesson, with its
 * students' progress; others are new, and unnamed lessons are deleted: 403 unless `confirmed`. 404; 422 when the body
 * names another course; 409 `edit_conflict` with the present lessons when `ifMatch` names another state.
 */
export async function replaceContent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  courseId: string,
  body: z.output<typeof AddContentBody>,
  { confirmed, ifMatch }: { confirmed: boolean; ifMatch: string | undefined },
): Promise<{ content: z.output<typeof Lesson>[]; etag: string }> {
  if (body.course_id !== courseId) {
    const message = 'Must be the course of the address'
    throw invalidField('course_id', message)
  }
  // Sales pages name the lessons.
  return writeCatalogue(db, async (trx) => {
    const course = await findAnyCourse(trx, courseId)
    if (!course) throw courseNotFound()
    if (course.kind === 'bundle')
      throw plainError('bundle_has_no_lessons', 'A bundle has no lessons of its own. Add them to its courses')
    const known = new Set(await lockLessonIds(trx, courseId))
    const before = await listLessons(trx, courseId)
    requirePresent(ifMatch, lessonsEtag(before), 'these lessons', { course_id: courseId, content: before })
    const stored = new Map(before.map((lesson) => [lesson.lesson_id, lesson]))
    const lessons = body.content.map(({ lesson_id, live: _live, assignment: _assignment, quiz: _quiz, ...lesson }) => {
      // A known id counts once: the second item that names it is a new lesson.
      const saved = lesson_id != null && known.delete(lesson_id)
      // Older clients omit these fields, which must not clear them.
      const previous = saved ? stored.get(lesson_id) : undefined
      const { files = previous?.files ?? [], captions = previous?.captions ?? [] } = lesson
      const { section = previous?.section ?? null, source = previous?.source ?? null } = lesson
      const opens = openingOf(lesson, previous)
      const kind = lesson.kind ?? previous?.kind ?? 'media'
      return {
        ...lesson,
        ...opens,
        kind,
        files,
        captions,
        section,
        source,
        lesson_id: saved ? lesson_id : newLessonId(),
      }
    })
    // Unnamed lessons are deleted with quiz and assignment, irreversibly.
    if (known.size > 0) requireConfirmed({ confirmed })
    if (lessons.some(({ lesson_id }) => !stored.has(lesson_id))) await noteFinishes(trx, courseId)
    await noteOpened(trx, courseId, now())
    await replaceLessons(trx, courseId, lessons)
    for (const [place, { live, assignment, quiz }] of body.content.entries()) {
      const saved = {
        lesson_id: lessons[place]?.lesson_id ?? '',
        ...(live && { live }),
        ...(assignment && { assignment }),
        ...(quiz && { quiz }),
      }
      if (live || assignment || quiz) await pathsBelow(`content.${place}`, () => lessonSaved({ now }, trx, saved))
    }
    await requireShortPreviews(trx, courseId, before)
    const sameContent = JSON.stringify(before.map(contentOf)) === JSON.stringify(lessons.map(contentOf))
    if (!sameContent) await markLessonsUpdated(trx, courseId, now())
    await settlePaidFiles(trx, mediaIdsIn([before, lessons]))
    const change = changedLessons(before, lessons)
    await noteChange(trx, { kind: 'lessons', id: courseId, name: course.name, ...change })
    return { content: lessons, etag: lessonsEtag(lessons) }
  })
}

/** Refuses previews over the limit, unless they were as long before: an older course has a longer one. */
async function requireShortPreviews(trx: Db, courseId: string, before: readonly StoredLesson[]): Promise<void> {
  const stored = await listLessons(trx, courseId)
  const seconds = previewSeconds(stored)
  if (seconds <= MAX_PREVIEW_SECONDS || seconds <= previewSeconds(before)) return
  const message = `Previews may have ${MAX_PREVIEW_SECONDS / 60} minutes`
  const last = stored.findLastIndex(({ preview }) => preview)
  throw invalidField(`content.${last}.preview`, message)
}

/** Stores the player's beat and returns the student's position. 403 not enrolled; 404 unknown course or lesson. */
export async function recordBeat(
  { db, now }: Pick<Context, 'db' | 'now'>,
  user: { id: number; session_id: string },
  beat: z.output<typeof ProgressBody>,
): Promise<Omit<CourseProgress, 'course_id'>> {
  const { course_id: courseId, lesson_id: lessonId, completed } = beat
  const userId = user.id
  const { kind, devices } = await requireOpen({ db, now }, { userId, courseId, lessonId })
  const otherwise = completed !== undefined && (await isDoneOtherwise(db, lessonId, kind))
  if (otherwise) throw appError('forbidden', otherwise)
  const seconds = Math.round(beat.seconds)
  if (seconds > 0) await admitDevice({ db, now }, user, devices)
  const { position } = beat
  await takeBeat(db, { userId, courseId, lessonId, seconds, completed, position, now: now() })
  const [progress] = await courseProgress(db, userId, [courseId])
  if (!progress) throw new Error(`no progress for course ${courseId}`)
  const { course_status, hours_spent, percent } = progress
  return { course_status, hours_spent, percent }
}

/** Requires an open lesson of an enrolled student. 404 unknown course or lesson, 403 not enrolled or not open yet. */
export async function requireOpen(
  { db, now }: Pick<Context, 'db' | 'now'>,
  place: { userId: number; courseId: string; lessonId: string },
): Promise<{ kind: LessonKind; devices: number }> {
  const lesson = await findStudentLesson(db, { ...place, now: now() })
  if (lesson?.open) return lesson
  // An open lesson implies enrolment: only a refusal checks the reason.
  await requireEnrolled(db, place.userId, place.courseId, now())
  throw lesson ? appError('forbidden', 'This lesson is not open yet') : appError('not_found', 'Lesson not found')
}

/**
 * Requires a student with access to the course. 404 unknown, 403 not enrolled, or with `ended_at` after the access
 * ended.
 */
export async function requireEnrolled(db: Db, userId: number, courseId: string, now: Date): Promise<{ name: string }> {
  const course = await findAnyCourse(db, courseId)
  if (!course) throw courseNotFound()
  const enrolment = await findEnrolment(db, userId, courseId)
  if (enrolment && (enrolment.ends_at === null || new Date(enrolment.ends_at) > now)) return course
  if (enrolment?.ends_at) {
    const { ends_at } = enrolment
    throw appError('forbidden', 'Your access to this course ended on {day}', {
      values: { day: longDayText(ends_at) },
      ended_at: ends_at,
    })
  }
  if (course.deleted) throw courseNotFound()
  throw appError('forbidden', 'You are not enrolled in this course')
}

const newLessonId = () => `les_${randomBytes(10).toString('hex')}`
