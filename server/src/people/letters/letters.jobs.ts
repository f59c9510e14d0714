import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { sendLetters } from './send-letters.ts'
import { enlistSequences } from './sequences/run-sequences.ts'
import { whatsappChannel } from './whatsapp/whatsapp-channel.ts'

/** Sends letters at their pace, by the minute and as soon as one begins; several instances share the readers. */
export function lettersJob(ctx: Context): Job {
  return {
    name: 'letters',
    schedule: '* * * * *',
    single: true,
    retries: 0,
    mayFail: true,
    expireInSeconds: 900,
    run: async (_payload, _jobId, stopping = new AbortController().signal) => {
      await enlistSequences(ctx, stopping)
      await sendLetters(ctx, stopping, { whatsapp: whatsappChannel })
    },
  }
}
