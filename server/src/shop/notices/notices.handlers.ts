import { calls } from '../../context.ts'
import { publishNotice, readForOwner } from './notices.service.ts'

export const noticesHandlers = {
  get: calls.notices.get.handler(({ context }) => readForOwner(context.ctx.db)),
  publish: calls.notices.publish.handler(({ input, context }) => publishNotice(context.ctx, input)),
}
