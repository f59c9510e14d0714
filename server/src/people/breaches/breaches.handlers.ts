import { calls, requireAdmin } from '../../context.ts'
import { addBreach, changeBreach, emailPeople, listBreaches, noteSent, readBreach } from './breaches.service.ts'

export const breachesHandlers = {
  list: calls.breaches.list.handler(({ context }) => listBreaches(context.ctx)),

  get: calls.breaches.get.handler(({ input, context }) => readBreach(context.ctx, input.breach_id)),

  add: calls.breaches.add.handler(async ({ input, context }) => ({
    message: 'Breach reported',
    breach: await addBreach(context.ctx, requireAdmin(context), input),
  })),

  update: calls.breaches.update.handler(async ({ input, context }) => ({
    message: 'Breach saved',
    breach: await changeBreach(context.ctx, input.params.breach_id, input.body),
  })),

  noteSent: calls.breaches.noteSent.handler(async ({ input, context }) => ({
    message: 'Report noted',
    breach: await noteSent(context.ctx, requireAdmin(context), input.params.breach_id, input.body),
  })),

  send: calls.breaches.send.handler(async ({ input, context }) => ({
    message: 'The emails are on their way',
    breach: await emailPeople(context.ctx, input.params.breach_id),
  })),
}
