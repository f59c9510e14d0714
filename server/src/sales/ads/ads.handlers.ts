import { calls } from '../../context.ts'
import { readConnections, saveConnection, testConnection } from './ads.service.ts'

export const adsHandlers = {
  list: calls.ads.list.handler(({ context }) => readConnections(context.ctx)),

  save: calls.ads.save.handler(({ input: { params, body }, context }) =>
    saveConnection(context.ctx, params.channel, body),
  ),

  test: calls.ads.test.handler(({ input, context }) => testConnection(context.ctx, input.params.channel)),
}
