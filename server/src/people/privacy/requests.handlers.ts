import { emailKey } from 'contract/typed-keys'
import { calls, requireAdmin, requireUser } from '../../context.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { openChallenge } from '../../shop/mailed-codes/mailed-codes.ts'
import { deleteNominee, findNominee, listOwn } from './requests.queries.ts'
import { decide, readDesk, readFile, requestByCode, requestOwn, takeBack, wireRequest } from './requests.service.ts'
import { readRetained } from './retained.ts'

export const requestsHandlers = {
  sendCode: calls.privacy.sendCode.handler(async ({ input, context: { ctx } }) => ({
    challenge: await openChallenge(ctx, emailKey(input.email), 'privacy', 'privacy-code-mail'),
  })),

  ask: calls.privacy.ask.handler(({ input, context }) => {
    const { challenge, code, ...asked } = input
    return requestByCode(context.ctx, { challenge, code }, asked, placeOf(context).language ?? 'en')
  }),

  askOwn: calls.privacy.askOwn.handler(({ input: { current_password, ...asked }, context }) =>
    requestOwn(context.ctx, requireUser(context).id, asked, current_password),
  ),

  takeBack: calls.privacy.takeBack.handler(async ({ input, context }) => {
    await takeBack(context.ctx, input.token)
    return { message: 'Your account is as before' }
  }),

  file: calls.privacy.file.handler(({ input, context }) => readFile(context.ctx, input.token)),

  own: calls.privacy.own.handler(async ({ context }) => {
    const { db, now } = context.ctx
    const { id } = requireUser(context)
    const [requests, nominee, retained] = await Promise.all([
      listOwn(db, id),
      findNominee(db, id),
      readRetained(db, id, now()),
    ])
    return { requests: requests.map(wireRequest), nominee, retained }
  }),

  dropNominee: calls.privacy.dropNominee.handler(async ({ context }) => {
    await deleteNominee(context.ctx.db, requireUser(context).id)
    return { message: 'You name nobody now' }
  }),

  list: calls.privacy.list.handler(({ input, context }) => readDesk(context.ctx, input)),

  decide: calls.privacy.decide.handler(({ input: { params, body }, context }) =>
    decide(context.ctx, params.request_id, body, requireAdmin(context).email),
  ),
}
