import type { Context } from '../../context.ts'
import { applyDue } from '../../courses/courses/schedule.service.ts'
import type { Job } from '../../platform/queue/queue.ts'

/** Every minute: publishes, withdraws and prices courses as their owner planned it. */
export function applySchedulesJob(ctx: Context): Job {
  return { name: 'apply-schedules', schedule: '* * * * *', retries: 0, run: () => applyDue(ctx) }
}
