import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { workOnMoveOut } from './move-out.service.ts'

/** Makes the archive of the shop; the schedule goes on after a kill, and deletes an old archive. */
export const moveOutJob = (ctx: Context): Job => ({
  name: 'move-out',
  schedule: '* * * * *',
  single: true,
  retries: 0,
  mayFail: true,
  // A library of terabytes.
  expireInSeconds: 20 * 3_600,
  run: (_payload, _jobId, stopping = new AbortController().signal) => workOnMoveOut(ctx, stopping),
})
