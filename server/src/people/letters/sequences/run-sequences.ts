import type { Context } from '../../../context.ts'
import { enlistDue, findSteps } from './sequence-events.queries.ts'

const AT_ONCE = 500

/**
 * Puts everybody on the list of a step whose moment is now; the outbox sends it. Reads facts alone: whatever happened while no shop ran is
 * found the next time.
 */
export async function enlistSequences(ctx: Context, stopping?: AbortSignal): Promise<void> {
  for (const { letter_id } of await ctx.db.transaction(findSteps)) {
    for (let taken = AT_ONCE; taken === AT_ONCE && !stopping?.aborted; ) {
      taken = await ctx.db.transaction(async (trx) => {
        const step = (await findSteps(trx)).find((one) => one.letter_id === letter_id)
        return step ? enlistDue(trx, step, { now: ctx.now(), limit: AT_ONCE }) : 0
      })
    }
  }
}
