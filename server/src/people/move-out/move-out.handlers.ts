import { calls, requireAdmin } from '../../context.ts'
import { beginMoveOut, linkMoveOut, readMoveOut, removeMoveOut } from './move-out.service.ts'

export const moveOutHandlers = {
  get: calls.moveOut.get.handler(({ context }) => readMoveOut(context.ctx.db)),

  begin: calls.moveOut.begin.handler(async ({ context }) => {
    await beginMoveOut(context.ctx, requireAdmin(context).id)
    return readMoveOut(context.ctx.db)
  }),

  link: calls.moveOut.link.handler(async ({ context }) => ({
    url: await linkMoveOut(context.ctx, requireAdmin(context).session_id),
  })),

  remove: calls.moveOut.remove.handler(async ({ context }) => {
    await removeMoveOut(context.ctx)
    return { message: 'The archive is deleted' }
  }),
}
