import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { lookAtDatabase } from './returned-database.ts'

/** A failover changes the database of a program that runs on. */
export const lookAtDatabaseJob = (ctx: Context): Job => ({
  name: 'look-at-database',
  schedule: '* * * * *',
  retries: 0,
  run: () => lookAtDatabase(ctx),
})
