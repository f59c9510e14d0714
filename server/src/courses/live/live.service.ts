import type { LiveInput } from 'contract/courses/live-input'
import type { Live } from 'contract/live'
import { liveEnd, livePhase } from 'contract/live-times'
import type { Context, Db } from '../../context.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import {
  findLesson,
  type LessonOfCourse,
  lockLesson,
  notePartOfLesson,
  requireLesson,
} from '../courses/lesson-of-course.ts'
import { addProgress } from '../learning/learning.queries.ts'
import { requireOpen } from '../learning/learning.service.ts'
import { calendarOf, organizerOf } from './calendar.ts'
import { cancelLive, countJoined, findLive, noteJoin, writeLive } from './live.queries.ts'

type Ctx = Pick<Context, 'db' | 'now'>

/** Returns the admin calls' `ETag`; a lesson without a moment has one, too. */
export const liveEtag = (lessonId: string, live: Live | undefined): string => `"live-${lessonId}-${live?.version ?? 0}"`

/** Reads a live lesson in the owner's form. 404 for an unknown lesson. */
export async function managedLive(db: Db, lessonId: string) {
  const lesson = await requireLesson(db, lessonId)
  const [live, joined] = await Promise.all([findLive(db, lessonId), countJoined(db, lessonId)])
  return { ...lesson, live, joined }
}

/**
 * Sets moment and link of a live lesson, which sales pages show. 404; 409 for another kind; 409 `edit_conflict` when
 * `ifMatch` names another state; 422 for a new moment in the past.
 */
export const saveLive = ({ db, now }: Ctx, lessonId: string, input: LiveInput, ifMatch: string | undefined) =>
  writeCatalogue(db, (trx) => setLive({ db: trx, now }, lessonId, input, ifMatch))

/** Does so in a catalogue write. */
export async function setLive(
  { db: trx, now }: Ctx,
  lessonId: string,
  input: LiveInput,
  ifMatch?: string,
): Promise<Live> {
  const { lesson, before } = await lockLive(trx, lessonId)
  if (lesson.kind !== 'live') throw plainError('conflict', 'This lesson is not a live one')
  requirePresent(ifMatch, liveEtag(lessonId, before), 'this live lesson', before ?? null)
  const isNew = !before || before.cancelled || before.starts_at !== input.starts_at
  if (isNew && new Date(input.starts_at) <= now()) {
    const message = 'Must be in the future'
    throw invalidField('starts_at', message)
  }
  const same = !isNew && before.minutes === input.minutes && before.join_link === input.join_link
  if (same) return before
  const version = (before?.version ?? 0) + 1
  await writeLive(trx, lesson, { ...input, version }, now())
  const after = { ...input, version, cancelled: false }
  await notePartOfLesson(trx, lesson, 'live_of', before && noted(before), noted(after))
  return after
}

/** Cancels a live lesson; it stays in the list as such, and can be set again. 404 without one; 409 once it is over. */
export async function cancelLesson({ db, now }: Ctx, lessonId: string): Promise<void> {
  await writeCatalogue(db, async (trx) => {
    const { lesson, before } = await lockLive(trx, lessonId)
    if (!before || before.cancelled) throw noLive()
    if (liveEnd(before) <= now()) throw appError('conflict', 'This live lesson is over')
    await cancelLive(trx, lessonId, now())
    await notePartOfLesson(trx, lesson, 'live_of', noted(before), undefined)
  })
}

/**
 * Returns the meeting's link to a student (`users.id`), within the window alone, and completes the lesson. 403, 404,
 * 409.
 */
export async function joinLive(ctx: Ctx, userId: number, lessonId: string): Promise<{ join_link: string }> {
  const { lesson, live } = await requireLive(ctx, userId, lessonId)
  if (live.cancelled) throw appError('conflict', 'This live lesson was cancelled')
  const at = ctx.now()
  const phase = livePhase(live, at)
  if (phase === 'ahead') throw appError('conflict', 'Joining opens 15 minutes before the lesson begins')
  if (phase === 'over') throw appError('conflict', 'This live lesson is over')
  await ctx.db.transaction(async (trx) => {
    await lockLiving(trx, userId)
    const place = { userId, courseId: lesson.course_id, lessonId, now: at }
    await noteJoin(trx, place)
    await addProgress(trx, { ...place, seconds: 0, completed: true })
  })
  return { join_link: live.join_link }
}

/** Returns the lesson for a student's calendar. 403, 404. */
export async function liveCalendar(
  ctx: Ctx & Pick<Context, 'config'>,
  userId: number,
  lessonId: string,
): Promise<File> {
  const { lesson, live } = await requireLive(ctx, userId, lessonId)
  const language = await findLanguage(ctx.db, userId)
  const organizer = await organizerOf(ctx, language)
  const text = await calendarOf(ctx.config.storeUrl, { ...lesson, ...live }, ctx.now(), { language, organizer })
  return new File([text], 'live-lesson.ics', { type: 'text/calendar; charset=utf-8' })
}

async function requireLive(
  ctx: Ctx,
  userId: number,
  lessonId: string,
): Promise<{ lesson: LessonOfCourse; live: Live }> {
  const lesson = await findLesson(ctx.db, lessonId)
  if (!lesson) throw noLive()
  await requireOpen(ctx, { userId, courseId: lesson.course_id, lessonId })
  const live = lesson.kind === 'live' ? await findLive(ctx.db, lessonId) : undefined
  if (!live) throw noLive()
  return { lesson, live }
}

/** Reduces a live lesson to its fields in the activity, without the link, which not every reader may know. */
const noted = ({ starts_at, minutes }: Live): Record<string, unknown> => ({ starts_at, minutes })

/** Locks the course's lessons until the transaction ends, and reads lesson and moment. */
async function lockLive(trx: Db, lessonId: string): Promise<{ lesson: LessonOfCourse; before: Live | undefined }> {
  const lesson = await lockLesson(trx, lessonId)
  return { lesson, before: await findLive(trx, lessonId) }
}

const noLive = () => appError('not_found', 'This is not a live lesson')
