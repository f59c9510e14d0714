import { toRupees } from 'contract/money'
import type { StudentPage } from 'contract/students'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { courseProgress } from '../../courses/learning/learning-progress.queries.ts'
import { appError } from '../../errors.ts'
import { findDocumentNames } from '../../sales/documents/documents.queries.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { listSessions, revokeOwnSession, revokeSessions } from '../../shop/auth/sessions.queries.ts'
import { listConsents } from '../../shop/consents/consents.queries.ts'
import { type FoundUser, findShownUser, findUser, lockBuyer } from '../../shop/users/users.queries.ts'
import { userNotFound } from '../../shop/users/users.service.ts'
import { deleteNote, insertNote } from './notes.queries.ts'
import {
  findJoinedLive,
  findStudentCourses,
  findStudentFigures,
  findStudentOrders,
  findWaitingNames,
  type StudentCourseRow,
} from './student-page.queries.ts'

/** A living student by `user_id` or exact phone; 404. */
export async function requireStudent(db: Db, idOrPhone: string): Promise<FoundUser> {
  const user = await findUser(db, idOrPhone)
  if (!user) throw userNotFound()
  return user
}

/** All that the page of a student begins with. 404. */
export async function readStudent(ctx: Context, idOrPhone: string): Promise<z.output<typeof StudentPage>> {
  const { id } = await requireStudent(ctx.db, idOrPhone)
  const [user, rows, waiting, joined, figures, progress, consents, devices] = await Promise.all([
    findShownUser(ctx.db, id),
    findStudentCourses(ctx.db, id),
    findWaitingNames(ctx.db, id),
    findJoinedLive(ctx.db, id),
    findStudentFigures(ctx.db, id),
    courseProgress(ctx.db, id),
    listConsents(ctx.db, id),
    listSessions(ctx.db, { audience: 'user', id }, ctx.now()),
  ])
  if (!user) throw userNotFound()
  const progressOf = new Map(progress.map((row) => [row.course_id, row]))
  const courses = rows.map((row) => {
    const { order_id, gift_order_id, given_by, moved_from, ...course } = row
    const { course_status = 'not_started', percent = 0, hours_spent = 0 } = progressOf.get(row.course_id) ?? {}
    return { ...course, course_status, percent, hours_spent, source: sourceOf(row) }
  })
  return {
    user: {
      ...user,
      email_confirmed: figures.email_confirmed,
      email_refused:
        figures.email_refused_at === null
          ? null
          : { at: figures.email_refused_at, reason: figures.email_refusal ?? '' },
    },
    paid: toRupees(figures.paid_paise),
    courses_total: figures.courses,
    finished: progress.filter(({ course_status }) => course_status === 'completed').length,
    hours_spent: progress.reduce((sum, row) => sum + row.hours_spent, 0),
    courses,
    waiting,
    joined,
    consents,
    devices: devices.map(({ address: _, ...device }) => device),
  }
}

function sourceOf({ order_id, gift_order_id, given_by, moved_from }: StudentCourseRow) {
  if (moved_from !== null) return { kind: 'moved' as const, from: moved_from }
  if (given_by !== null) return { kind: 'hand' as const, by: given_by }
  if (order_id !== null) return { kind: 'order' as const, order_id }
  return gift_order_id === null ? { kind: 'free' as const } : { kind: 'gift' as const, order_id: gift_order_id }
}

/** A window of the orders with their documents. 404. */
export async function readStudentOrders(ctx: Context, idOrPhone: string, window: { limit: number; offset: number }) {
  const { id } = await requireStudent(ctx.db, idOrPhone)
  const { rows, total } = await findStudentOrders(ctx.db, id, window)
  const ids = rows.map(({ order_id }) => order_id)
  const documentsOf = Map.groupBy(await findDocumentNames(ctx.db, ids), ({ order_id }) => order_id)
  const orders = rows.map(({ total_paise, ...row }) => ({
    ...row,
    total: toRupees(total_paise),
    documents: (documentsOf.get(row.order_id) ?? []).map(({ order_id: _, ...document }) => document),
  }))
  return { orders, total }
}

/** 404. The activity log omits the note's text, which is deleted with the account. */
export async function addNote(ctx: Context, idOrPhone: string, admin: { id: number }, text: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const user = await requireStudent(trx, idOrPhone)
    if (!(await lockBuyer(trx, user.id))) throw userNotFound()
    await insertNote(trx, { user_id: user.id, admin_id: admin.id, text, created_at: ctx.now() })
    await noteChange(trx, { kind: 'user', id: user.user_id, name: user.name, after: { note: 'added' } })
  })
}

/** 404 for a note that is not there, or another's. */
export async function removeNote(ctx: Context, idOrPhone: string, noteId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const user = await requireStudent(trx, idOrPhone)
    if (!(await deleteNote(trx, user.id, noteId))) throw appError('not_found', 'Note not found')
    await noteChange(trx, { kind: 'user', id: user.user_id, name: user.name, after: { note: 'removed' } })
  })
}

/** Signs a student out of one device, or of all without `sessionId`. 404. */
export async function endStudentSessions(ctx: Context, idOrPhone: string, sessionId?: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const user = await requireStudent(trx, idOrPhone)
    const holder = { audience: 'user', id: user.id } as const
    if (sessionId === undefined) await revokeSessions(trx, holder, ctx.now())
    else if (!(await revokeOwnSession(trx, holder, sessionId, ctx.now())))
      throw appError('not_found', 'This device is logged out already')
    const after = { signed_out: sessionId === undefined ? 'everywhere' : 'one device' }
    await noteChange(trx, { kind: 'user', id: user.user_id, name: user.name, after })
  })
}
