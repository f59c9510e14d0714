import { calls } from '../../context.ts'
import { listRetention } from './retention.service.ts'

export const retentionHandlers = {
  list: calls.retention.list.handler(({ context }) => listRetention(context.ctx.db)),
}
