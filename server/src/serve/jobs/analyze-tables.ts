import type { Context } from '../../context.ts'
import { patiently } from '../../platform/db/knex.ts'
import type { Job } from '../../platform/queue/queue.ts'

/** Makes the database count its rows anew after many were written at once: by itself it does so a minute later, or never. */
export function analyzeTablesJob(ctx: Context): Job {
  return {
    name: 'analyze-tables',
    single: true,
    mayFail: true,
    run: () =>
      patiently(ctx.db, async (trx) => {
        await trx.raw('analyze users, enrolments, waiting_courses, lesson_progress, courses, lessons')
      }),
  }
}
