import { SIGNED_UP } from 'contract/pages/signups'
import { calls } from '../../context.ts'
import { placeOf } from '../../shop/auth/devices.ts'

export const signupHandlers = {
  // The job treats known and unknown addresses alike, too.
  ask: calls.signups.ask.handler(async ({ input: { email, name }, context }) => {
    const { ctx } = context
    const { language = 'en' } = placeOf(context)
    await ctx.queue.send(ctx.db, 'signup-mail', { email, name, language })
    return { message: SIGNED_UP }
  }),
}
