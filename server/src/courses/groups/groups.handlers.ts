import { calls, requireUser } from '../../context.ts'
import { testBot } from './bot-look.ts'
import { receiveUpdate } from './group-updates.ts'
import { connectBot, linkToGroup, readBot, settleStaying, showGroups, showStaying } from './groups.service.ts'

export const groupsHandlers = {
  get: calls.groups.get.handler(({ context }) => readBot(context.ctx)),
  save: calls.groups.save.handler(({ input, context }) => connectBot(context.ctx, input.token)),
  test: calls.groups.test.handler(({ context }) => testBot(context.ctx)),
  staying: calls.groups.staying.handler(({ input, context }) => showStaying(context.ctx, input.chat_id)),
  settle: calls.groups.settle.handler(({ input, context }) => settleStaying(context.ctx, input.chat_id, input.people)),
  mine: calls.groups.mine.handler(({ context }) => showGroups(context.ctx, requireUser(context).id)),
  join: calls.groups.join.handler(({ input, context }) =>
    linkToGroup(context.ctx, requireUser(context).id, input.course_id),
  ),
  webhook: calls.groups.webhook.handler(async ({ context }) => {
    const secret = context.header('x-telegram-bot-api-secret-token')
    await receiveUpdate(context.ctx, { rawBody: context.rawBody ?? Buffer.alloc(0), secret })
    return { message: 'ok' }
  }),
}
