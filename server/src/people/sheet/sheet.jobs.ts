import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { writeRows } from './write-rows.ts'

/** Writes the rows of a minute into the connected sheet. Without one it finds nothing. */
export function writeSheetJob(ctx: Context): Job {
  return {
    name: 'write-sheet',
    schedule: '* * * * *',
    single: true,
    retries: 0,
    keepSeconds: 3_600,
    run: () => writeRows(ctx),
  }
}
