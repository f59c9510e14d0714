import { calls, requireUser } from '../implement.ts'
import { adminContent, recordBeat, replaceContent, studentContent } from './learning.service.ts'

export const learningHandlers = {
  getContent: calls.learning.getContent.handler(({ input, context }) =>
    studentContent(context.ctx.db, requireUser(context).id, input.courseId),
  ),

  progress: calls.learning.progress.handler(({ input, context }) =>
    recordBeat(context.ctx, requireUser(context).id, input),
  ),

  adminGetContent: calls.learning.adminGetContent.handler(({ input, context }) =>
    adminContent(context.ctx.db, input.id),
  ),

  addContent: calls.learning.addContent.handler(async ({ input, context }) => {
    await replaceContent(context.ctx.db, input.params.id, input.body)
    return { message: 'Course content updated successfully' }
  }),
}
