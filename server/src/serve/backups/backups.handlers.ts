import { calls } from '../../context.ts'
import { changePlan, readBackups } from './backup-plan.ts'

export const backupHandlers = {
  get: calls.backups.get.handler(({ context }) => readBackups(context.ctx)),

  setPlan: calls.backups.setPlan.handler(async ({ input, context }) => {
    await changePlan(context.ctx, input.body.plan)
    const message = input.body.plan ? 'The nightly backup is on' : 'The nightly backup is off'
    return { message, ...(await readBackups(context.ctx)) }
  }),
}
