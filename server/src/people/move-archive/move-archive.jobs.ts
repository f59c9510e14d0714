import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { workOnArchive } from './move-archive.service.ts'

/** Brings the archive of another shop; the schedule goes on after a kill. */
export const bringArchiveJob = (ctx: Context): Job => ({
  name: 'bring-archive',
  schedule: '* * * * *',
  single: true,
  retries: 0,
  mayFail: true,
  // A library of terabytes.
  expireInSeconds: 20 * 3_600,
  run: (_payload, _jobId, stopping = new AbortController().signal) => workOnArchive(ctx, stopping),
})
