import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { runMoves } from './run-move.ts'

/** Brings the rows of running moves: at once when an owner begins one, and by the minute for those of an ended process. */
export function moveInJob(ctx: Context): Job {
  return {
    name: 'move-in',
    schedule: '* * * * *',
    single: true,
    retries: 0,
    mayFail: true,
    // Many rows; the next minute's run resumes those of a killed process.
    expireInSeconds: 23 * 3_600,
    run: (_payload, _jobId, stopping = new AbortController().signal) => runMoves(ctx, stopping),
  }
}
