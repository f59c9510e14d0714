import type { AdminHandIn, AdminHandInDetail, Criterion } from 'contract/assignments/hand-ins'
import { DAY_MS } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { invalidField, plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { addProgress } from '../learning/learning.queries.ts'
import type { Opener } from '../media/signed-address.ts'
import { findAssignment } from './assignments.queries.ts'
import { findFilesOf, type Mark } from './hand-ins.queries.ts'
import { fileOf, handInOf } from './hand-ins.service.ts'
import { findForAdmins, type InboxRow, isSuperseded, listForAdmins, saveMark } from './marking.queries.ts'

type Ctx = Pick<Context, 'config' | 'db' | 'now'>

export async function listWork(
  { db, now }: Pick<Context, 'db' | 'now'>,
  query: Parameters<typeof listForAdmins>[2],
): Promise<{ hand_ins: AdminHandIn[]; total: number; waiting: number }> {
  const { rows, ...counts } = await listForAdmins(db, now(), query)
  return { hand_ins: rows.map(inboxOf), ...counts }
}

/** Reads a submission with its file, signed for this admin's session, and its rubric. 404. */
export async function readWork(
  ctx: Ctx,
  admin: { session_id: string },
  id: string,
  db: Db = ctx.db,
): Promise<AdminHandInDetail> {
  const row = await findForAdmins(db, ctx.now(), id)
  if (!row) throw notFound()
  const opener: Opener = { audience: 'admin', sessionId: admin.session_id }
  const stored = (await findFilesOf(db, [id])).get(id)
  const file = fileOf(ctx, opener, stored)
  return {
    ...inboxOf(row),
    file: file && { ...file, holds_formulas: stored?.holds_formulas ?? false },
    criteria: await rubricOf(db, row),
    again_days: await againDays(db, row),
    superseded: await isSuperseded(db, row),
  }
}

type Marks = {
  accepted: boolean
  marks: Mark[]
  feedback: string | null
  again_days?: number | null | undefined
  seen: string | null
}

/**
 * Marks work, or changes its mark, and notifies the student. Accepted work completes the lesson. 404; 409 when another
 * admin marked it since `seen`, or the student submitted again.
 */
export async function markWork(
  ctx: Ctx & Pick<Context, 'queue'>,
  admin: { session_id: string },
  id: string,
  { accepted, feedback, seen, ...given }: Marks,
): Promise<AdminHandInDetail> {
  return ctx.db.transaction(async (trx) => {
    const before = await findForAdmins(trx, ctx.now(), id, { lock: true })
    if (!before) throw notFound()
    if (await isSuperseded(trx, before)) throw plainError('conflict', 'The student has submitted a newer version')
    const status = accepted ? ('accepted' as const) : ('again' as const)
    const criteria = await rubricOf(trx, before)
    const marks = boundedMarks(criteria, given.marks, accepted)
    const days = accepted ? null : given.again_days === undefined ? await againDays(trx, before) : given.again_days
    const same = isSame(before, { status, feedback, marks, days })
    if (before.marked_at && new Date(before.marked_at).toISOString() !== (seen && new Date(seen).toISOString())) {
      // The answer to the same mark was lost.
      if (same) return readWork(ctx, admin, id, trx)
      const current = await readWork(ctx, admin, id, trx)
      throw plainError('edit_conflict', 'Somebody else marked this work meanwhile', { current })
    }
    const marked_at = ctx.now()
    const again_due_at = days === null ? null : new Date(marked_at.getTime() + days * DAY_MS)
    await saveMark(trx, id, { status, criteria, marks, feedback, marked_at, again_due_at })
    if (!same) await ctx.queue.send(trx, 'mark-mail', { hand_in_id: id })
    if (accepted && before.lesson_kind === 'assignment') {
      const { user_id: userId, course_id: courseId, lesson_id: lessonId } = before
      await addProgress(trx, { userId, courseId, lessonId, seconds: 0, completed: true, now: ctx.now() })
    }
    await noteChange(trx, {
      kind: 'ticket',
      id: `W-${id}`,
      name: before.lesson_title ?? before.course_name,
      before: { status: before.status },
      after: { status },
    })
    return readWork(ctx, admin, id, trx)
  })
}

const notFound = () => plainError('not_found', 'Work not found')

/** Prefers the rubric of an existing mark to the lesson's present one. */
async function rubricOf(db: Db, { criteria, lesson_id }: InboxRow): Promise<Criterion[]> {
  return criteria ?? (await findAssignment(db, lesson_id))?.criteria ?? []
}

/** Returns the days until another attempt is due, counted from its mark. */
async function againDays(db: Db, row: InboxRow): Promise<number | null> {
  if (row.status === 'again') return daysOf(row)
  return (await findAssignment(db, row.lesson_id))?.due_days ?? null
}

const daysOf = ({ marked_at, again_due_at }: InboxRow): number | null =>
  marked_at && again_due_at
    ? Math.round((new Date(again_due_at).getTime() - new Date(marked_at).getTime()) / DAY_MS)
    : null

/** Bounds marks by their criteria; accepted work has one of each. 422. */
function boundedMarks(criteria: readonly Criterion[], input: readonly Mark[], accepted: boolean): Mark[] {
  const marks = new Map(input.map((mark) => [mark.criterion_id, mark.given]))
  return criteria.flatMap(({ criterion_id, points, text }, at) => {
    const mark = marks.get(criterion_id)
    const path = `marks.${at}.given`
    if (mark === undefined && !accepted) return []
    if (mark === undefined) throw invalidField(path, `Please mark ‘${text}’`)
    if (mark > (points ?? 1)) throw invalidField(path, `At most ${points ?? 1} for ‘${text}’`)
    return [{ criterion_id, given: mark }]
  })
}

type NewMark = { status: string; feedback: string | null; marks: Mark[]; days: number | null }

const isSame = (row: InboxRow, mark: NewMark) =>
  row.status === mark.status &&
  row.feedback === mark.feedback &&
  daysOf(row) === mark.days &&
  row.marks?.length === mark.marks.length &&
  mark.marks.every(({ criterion_id, given }) =>
    row.marks?.some((previous) => previous.criterion_id === criterion_id && previous.given === given),
  )

function inboxOf(row: InboxRow): AdminHandIn {
  const { course_id, course_name, lesson_id, lesson_title, public_id, name, number, file_name, has_course } = row
  const place = { course_id, course_name, lesson_id, lesson_title, name, number, file_name, has_course }
  return { ...handInOf(row), ...place, user_id: public_id }
}
