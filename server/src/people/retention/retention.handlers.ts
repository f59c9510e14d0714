import { calls, requireUser } from '../../context.ts'
import { listRetention, whatStays } from './retention.service.ts'

export const retentionHandlers = {
  list: calls.retention.list.handler(({ context }) => listRetention(context.ctx.db)),

  own: calls.retention.own.handler(({ context }) => whatStays(context.ctx, requireUser(context).id)),
}
