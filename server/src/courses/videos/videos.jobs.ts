import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { makeSets } from './make-sets.ts'

/** Makes the adaptive sets of lesson videos where ffmpeg is on the PATH, also of those that were there before. */
export function makeVideoSetsJob(ctx: Context): Job {
  return {
    name: 'make-video-sets',
    schedule: '* * * * *',
    single: true,
    retries: 0,
    mayFail: true,
    // A queue of long videos; one that was killed is gone on with by the next minute's.
    expireInSeconds: 23 * 3_600,
    run: (_payload, _jobId, stopping = new AbortController().signal) => makeSets(ctx, stopping),
  }
}
