import type { Assignment, HandIn, StudentAssignment, WorkFile } from 'contract/assignments/hand-ins'
import type { ErrorText } from 'contract/errors'
import { DAY_MS } from 'contract/indian-time'
import { MAX_HAND_INS, MAX_WORK_BYTES } from 'contract/limits'
import type { CallContext, Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { requireRoom } from '../../platform/files/require-room.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import { findLesson } from '../courses/lesson-of-course.ts'
import { requireOpen } from '../learning/learning.service.ts'
import type { Sender } from '../media/foreign-look.ts'
import { clearUnreferencedFile } from '../media/media-store.ts'
import { type Opener, signAddress } from '../media/signed-address.ts'
import { findAssignment } from './assignments.queries.ts'
import { noAssignment } from './assignments.service.ts'
import { checkWorkFile, storeWorkFile } from './hand-in-file.ts'
import { forgetFiles, type HandInFile } from './hand-in-files.queries.ts'
import {
  deleteHandIn,
  findFilesOf,
  findHandInByKey,
  findOpened,
  findUnsentFile,
  type HandInRow,
  insertFile,
  insertHandIn,
  listHandIns,
  lockHandIn,
  lockWork,
  rewordHandIn,
} from './hand-ins.queries.ts'

type User = { id: number; session_id: string }
type Ctx = Pick<Context, 'config' | 'db' | 'now'>

/** Reads a lesson's assignment in the student's form. 404 without one; 403 not enrolled or not open yet. */
export async function studentAssignment(ctx: Ctx, user: User, lessonId: string): Promise<StudentAssignment> {
  const { assignment } = await requireAssigned(ctx, user.id, lessonId)
  return shown(ctx, ctx.db, user, lessonId, assignment)
}

/** Stores a file for the next submission, replacing an unsubmitted one. */
export async function addWorkFile(
  ctx: Ctx & Pick<Context, 'files'>,
  user: User,
  lessonId: string,
  upload: NonNullable<CallContext['upload']> & Pick<Sender, 'spent'> & { settle?: (trx: Db) => Promise<void> },
): Promise<WorkFile> {
  const place = { userId: user.id, lessonId }
  const { file_kinds: kinds } = await requireFileWanted(ctx, place)
  const from = { who: `student ${user.id}`, ...(upload.spent ? { spent: upload.spent } : {}) }
  let earlier: HandInFile | undefined
  const file = await storeWorkFile(ctx, { ...upload, from }, kinds, async (trx, stored) => {
    await lockLiving(trx, user.id)
    await lockWork(trx, user.id)
    earlier = await findUnsentFile(trx, place)
    if (earlier) await forgetFiles(trx, [earlier.file_id])
    await insertFile(trx, { ...stored, user_id: user.id, lesson_id: lessonId, created_at: ctx.now() })
    await upload.settle?.(trx)
  })
  if (earlier) await clearUnreferencedFile(ctx, earlier.file_id).catch(() => {})
  return signedFile(ctx, { audience: 'user', sessionId: user.session_id }, { ...file, user_id: user.id })
}

/** Removes this file unless it was submitted. */
export async function removeWorkFile(
  ctx: Ctx & Pick<Context, 'files'>,
  user: User,
  { lessonId, fileId }: { lessonId: string; fileId: string },
): Promise<StudentAssignment> {
  const { assignment } = await requireAssigned(ctx, user.id, lessonId)
  const removed = await ctx.db.transaction(async (trx) => {
    await lockWork(trx, user.id)
    const unsent = await findUnsentFile(trx, { userId: user.id, lessonId })
    if (unsent?.file_id !== fileId) return false
    await forgetFiles(trx, [fileId])
    return true
  })
  if (removed) await clearUnreferencedFile(ctx, fileId).catch(() => {})
  return shown(ctx, ctx.db, user, lessonId, assignment)
}

/** Submits text, file or both, once per key; a repeat with changed text updates it. 409 while work waits or is closed. */
export async function handIn(
  ctx: Ctx & Pick<Context, 'queue'>,
  user: User,
  { lessonId, key, text, file_id }: { lessonId: string; key: string; text: string | null; file_id: string | null },
): Promise<StudentAssignment> {
  const { lesson, assignment } = await requireAssigned(ctx, user.id, lessonId)
  const place = { userId: user.id, lessonId }
  return ctx.db.transaction(async (trx) => {
    await lockLiving(trx, user.id)
    await lockWork(trx, user.id)
    const sent = await findHandInByKey(trx, user.id, key)
    if (sent && sent.lesson_id !== lessonId) throw appError('conflict', 'This key is of another assignment')
    const words = assignment.takes_text ? text : null
    if (sent) {
      if (words !== null) await rewordHandIn(trx, { userId: user.id, key, text: words, now: ctx.now() })
    } else {
      const handIns = await listHandIns(trx, place)
      const problem = problemOf(handIns)
      if (problem) throw problem
      const file = file_id === null ? undefined : await findUnsentFile(trx, place)
      if (file_id !== null && file?.file_id !== file_id) {
        throw refused('file_id', 'This file is no longer here. Please choose it again.')
      }
      if (words === null && !file)
        throw refused(assignment.takes_text ? 'text' : 'file_id', 'There is nothing to submit')
      const work = { user_id: user.id, course_id: lesson.course_id, lesson_id: lessonId, key, text: words }
      const due_at = await dueAt(ctx, trx, place, assignment, handIns)
      const id = await insertHandIn(trx, { ...work, handed_in_at: ctx.now(), due_at }, file_id)
      const { question_mails: mails } = await findDelivery(trx)
      if (mails) await ctx.queue.send(trx, 'hand-in-mail', { hand_in_id: id })
    }
    return shown(ctx, trx, user, lessonId, assignment)
  })
}

/** Withdraws waiting work; its file replaces an unsubmitted one. 409 once it is marked. */
export async function takeBack(
  ctx: Ctx & Pick<Context, 'files'>,
  user: User,
  { lessonId, id }: { lessonId: string; id: string },
): Promise<StudentAssignment> {
  const { assignment } = await requireAssigned(ctx, user.id, lessonId)
  const place = { userId: user.id, lessonId }
  const dropped = await ctx.db.transaction(async (trx) => {
    await lockWork(trx, user.id)
    const found = await lockHandIn(trx, place, id)
    if (!found) return undefined
    if (found.status !== 'waiting') throw appError('conflict', 'This assignment is already marked')
    const since = (await findFilesOf(trx, [id])).has(id) ? await findUnsentFile(trx, place) : undefined
    if (since) await forgetFiles(trx, [since.file_id])
    await deleteHandIn(trx, id, ctx.now())
    return since
  })
  if (dropped) await clearUnreferencedFile(ctx, dropped.file_id).catch(() => {})
  return shown(ctx, ctx.db, user, lessonId, assignment)
}

const refused = (path: string, message: ErrorText) => appError('invalid', message, { errors: [{ path, message }] })

/** Decides when a submission is accepted: as the first one, or after a request for another attempt. */
function problemOf(handIns: readonly HandInRow[]) {
  const status = handIns[0]?.status
  if (status === 'waiting') return appError('conflict', 'Your assignment is waiting to be marked')
  if (status === 'accepted') return appError('conflict', 'Your assignment is accepted already')
  if (handIns.length < MAX_HAND_INS) return undefined
  return appError('conflict', 'You can submit at most {count} times', { values: { count: MAX_HAND_INS } })
}

/** Checks before a file's bytes: 403, 404 as below, 409, 415 if none is wanted, 413, 415 for `announced`, 507 without room. */
export async function expectWorkFile(
  ctx: Pick<Context, 'db' | 'now' | 'files'>,
  place: { userId: number; lessonId: string },
  announced?: { name: string; bytes: number },
): Promise<void> {
  const { file_kinds: kinds } = await requireFileWanted(ctx, place)
  if (announced) checkWorkFile(announced, kinds)
  await requireRoom(ctx.files, MAX_WORK_BYTES)
}

async function requireFileWanted(ctx: Pick<Context, 'db' | 'now'>, place: { userId: number; lessonId: string }) {
  const { assignment } = await requireAssigned(ctx, place.userId, place.lessonId)
  const problem = problemOf(await listHandIns(ctx.db, place))
  if (problem) throw problem
  if (assignment.file_kinds.length === 0) throw appError('unsupported_media_type', 'This assignment takes no file')
  return assignment
}

async function requireAssigned(ctx: Pick<Context, 'db' | 'now'>, userId: number, lessonId: string) {
  const lesson = await findLesson(ctx.db, lessonId)
  if (!lesson) throw noAssignment()
  await requireOpen(ctx, { userId, courseId: lesson.course_id, lessonId })
  const assignment = await findAssignment(ctx.db, lessonId)
  if (!assignment) throw noAssignment()
  return { lesson, assignment }
}

/** Returns the deadline: of a first attempt from the lesson's opening, of a new one from its request. */
async function dueAt(
  { now }: Pick<Context, 'now'>,
  db: Db,
  place: { userId: number; lessonId: string },
  { due_days }: Assignment,
  [newest]: readonly HandInRow[],
): Promise<Date | null> {
  if (newest?.status === 'again') return newest.again_due_at === null ? null : new Date(newest.again_due_at)
  if (due_days === null) return null
  const from = (await findOpened(db, { ...place, now: now() })) ?? now()
  return new Date(from.getTime() + due_days * DAY_MS)
}

async function shown(
  ctx: Ctx,
  db: Db,
  user: User,
  lessonId: string,
  assignment: Assignment,
): Promise<StudentAssignment> {
  const place = { userId: user.id, lessonId }
  const rows = await listHandIns(db, place)
  const ids = rows.map(({ hand_in_id }) => hand_in_id)
  const files = await findFilesOf(db, ids)
  const unsent = await findUnsentFile(db, place)
  const due_at = await dueAt(ctx, db, place, assignment, rows)
  const opener: Opener = { audience: 'user', sessionId: user.session_id }
  const { version: _version, due_days: _days, ...asked } = assignment
  return {
    ...asked,
    due_at: due_at?.toISOString() ?? null,
    hand_ins: rows.map((row) => ({ ...handInOf(row), file: fileOf(ctx, opener, files.get(row.hand_in_id)) })),
    file: fileOf(ctx, opener, unsent),
    open: problemOf(rows) === undefined,
  }
}

const isoOf = (at: string | null) => at && new Date(at).toISOString()

/** Returns a submission without its file, as students and admins read it. */
export function handInOf(row: HandInRow): Omit<HandIn, 'file'> {
  const { hand_in_id, text, status, feedback, criteria, marks, due_at } = row
  const input = new Map(marks?.map((mark) => [mark.criterion_id, mark.given]))
  return {
    hand_in_id,
    text,
    status,
    feedback,
    handed_in_at: new Date(row.handed_in_at).toISOString(),
    late: due_at !== null && new Date(row.handed_in_at) > new Date(due_at),
    marks:
      criteria?.flatMap((one) => {
        const mark = input.get(one.criterion_id)
        return mark === undefined ? [] : [{ ...one, given: mark }]
      }) ?? null,
    marked_at: isoOf(row.marked_at),
    again_due_at: isoOf(row.again_due_at),
  }
}

export const fileOf = (ctx: Pick<Context, 'config' | 'now'>, opener: Opener, file: HandInFile | undefined) =>
  file ? signedFile(ctx, opener, file) : null

function signedFile({ config, now }: Pick<Context, 'config' | 'now'>, opener: Opener, file: HandInFile): WorkFile {
  const { file_id, name, url, kind, bytes } = file
  return { file_id, name, kind, bytes: Number(bytes), url: signAddress(config, url, opener, now()) }
}
