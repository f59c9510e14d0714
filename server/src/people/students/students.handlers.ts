import { calls, requireAdmin } from '../../context.ts'
import { beginView, openView } from '../../shop/auth/views.ts'
import { findNotes } from './notes.queries.ts'
import { listStudents } from './student-list.queries.ts'
import {
  addNote,
  endStudentSessions,
  readStudent,
  readStudentOrders,
  removeNote,
  requireStudent,
} from './students.service.ts'

const PAGE = 50
const windowOf = ({ limit = PAGE, offset = 0 }: { limit?: number | undefined; offset?: number | undefined }) => ({
  limit,
  offset,
})

/** The list of all users, with what they bought and did. */
export const studentListHandlers = {
  list: calls.users.list.handler(async ({ input: { q, segment, ...window }, context }) => {
    const { db, now } = context.ctx
    const { users, total } = await listStudents(db, { q, segment }, window, now())
    context.setHeader('X-Total-Count', String(total))
    return users
  }),
}

export const studentHandlers = {
  get: calls.students.get.handler(({ input, context }) => readStudent(context.ctx, input.id)),

  orders: calls.students.orders.handler(({ input, context }) =>
    readStudentOrders(context.ctx, input.id, windowOf(input)),
  ),

  notes: calls.students.notes.handler(async ({ input, context }) => {
    const { db } = context.ctx
    return findNotes(db, (await requireStudent(db, input.id)).id, windowOf(input))
  }),

  addNote: calls.students.addNote.handler(async ({ input, context }) => {
    await addNote(context.ctx, input.params.id, requireAdmin(context), input.body.text)
    return { message: 'Note saved' }
  }),

  deleteNote: calls.students.deleteNote.handler(async ({ input, context }) => {
    await removeNote(context.ctx, input.params.id, input.params.note_id)
    return { message: 'Note deleted' }
  }),

  beginView: calls.students.beginView.handler(async ({ input, context }) => {
    const { ctx } = context
    const code = await ctx.db.transaction(async (trx) => {
      const student = await requireStudent(trx, input.params.id)
      return beginView(ctx, trx, student, requireAdmin(context))
    })
    return { code }
  }),

  openView: calls.students.openView.handler(({ input, context }) => openView(context.ctx, input.code)),

  endSession: calls.students.endSession.handler(async ({ input, context }) => {
    await endStudentSessions(context.ctx, input.params.id, input.params.session_id)
    return { message: 'Logged out of that device' }
  }),

  endSessions: calls.students.endSessions.handler(async ({ input, context }) => {
    await endStudentSessions(context.ctx, input.params.id)
    return { message: 'Logged out everywhere' }
  }),
}
