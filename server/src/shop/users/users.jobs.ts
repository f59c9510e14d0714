import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { holdPaidPhone } from './held-phones.queries.ts'

const Payload = z.object({ user_id: z.number() })

/** Gives a student who paid the login by the phone of the account. In a transaction of its own: a settlement waits for no other account. */
export const holdPhoneJob = (ctx: Context): Job => ({
  name: 'hold-phone',
  run: async (input) => {
    const { user_id } = Payload.parse(input)
    await ctx.db.transaction((trx) => holdPaidPhone(trx, user_id))
  },
})
