import { calls, requireAdmin, requireUser } from '../../context.ts'
import { goOnHere } from './devices.ts'
import { adminContent, recordBeat, replaceContent, studentContent } from './learning.service.ts'

export const learningHandlers = {
  getContent: calls.learning.getContent.handler(({ input, context }) =>
    studentContent(context.ctx, requireUser(context), input.courseId),
  ),

  progress: calls.learning.progress.handler(({ input, context }) =>
    recordBeat(context.ctx, requireUser(context), input),
  ),

  goOnHere: calls.learning.goOnHere.handler(async ({ input, context }) => {
    await goOnHere(context.ctx, requireUser(context), input.stop)
    return { message: 'You are watching here now' }
  }),

  adminGetContent: calls.learning.adminGetContent.handler(async ({ input, context }) => {
    const { etag, ...content } = await adminContent(context.ctx, requireAdmin(context), input.id)
    context.setHeader('ETag', etag)
    return content
  }),

  addContent: calls.learning.addContent.handler(async ({ input, context }) => {
    const ifMatch = input.headers?.['if-match']
    const { confirmed } = requireAdmin(context)
    const { content, etag } = await replaceContent(context.ctx, input.params.id, input.body, { confirmed, ifMatch })
    await context.ctx.queue.send(context.ctx.db, 'waiting-progress', {}, { singletonKey: 'all' })
    context.setHeader('ETag', etag)
    const message = 'Course content updated successfully'
    return input.headers?.prefer === 'return=representation' ? { message, content } : { message }
  }),
}
