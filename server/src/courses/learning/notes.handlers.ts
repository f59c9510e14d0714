import { calls, requireUser } from '../../context.ts'
import { deleteNote, listNotes } from './notes.queries.ts'
import { addNote, changeNote } from './notes.service.ts'

export const noteHandlers = {
  list: calls.notes.list.handler(async ({ input, context }) => ({
    notes: await listNotes(context.ctx.db, requireUser(context).id, input.courseId),
  })),

  add: calls.notes.add.handler(({ input, context }) => addNote(context.ctx, requireUser(context).id, input)),

  change: calls.notes.change.handler(({ input, context }) =>
    changeNote(context.ctx, requireUser(context).id, { noteId: input.params.id, ...input.body }),
  ),

  remove: calls.notes.remove.handler(async ({ input, context }) => {
    await deleteNote(context.ctx.db, requireUser(context).id, input.id)
    return { message: 'Note deleted' }
  }),
}
