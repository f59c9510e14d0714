import type { Config } from '../../config.ts'

/** Points at which the kill drill ends the process; `FAILPOINT` names one of them. */
export const failpoints = [
  'buy:before-order',
  'buy:after-order',
  'buy:before-gateway',
  'buy:after-gateway',
  'buy:after-link',
  'webhook:before-event',
  'webhook:after-event',
  'settle:before-paid',
  'settle:mid-grant',
  'settle:before-commit',
  'settle:after-commit',
  'refund:mid-request',
  'refund:before-gateway',
  'refund:after-gateway',
  'refund:before-commit',
  'refund:after-commit',
  'mail:before-send',
  'mail:after-send',
  'mail:after-note',
  'document:before-commit',
] as const

/** Points at which the tests of uploads end the process. */
export const uploadFailpoints = ['store:before-keep', 'store:after-keep', 'store:after-commit'] as const

/** Points at which the tests of backup and restore end the process. */
export const backupFailpoints = [
  'backup:before-media',
  'backup:mid-media',
  'backup:before-name',
  'backup:after-name',
  'backup:mid-prune',
  'restore:before-commit',
] as const

/** Points at which the tests of moving in and out end the process. */
export const moveFailpoints = [
  ...(['move-out:tables-written', 'move-out:mid-files', 'move-out:after-keep'] as const),
  ...(['move-in:before-commit', 'move-in:after-commit'] as const),
] as const

/** Points at which the tests of letters end the process. */
export const letterFailpoints = ['letter:before-handing', 'letter:handing', 'letter:handed-over'] as const

export type Failpoint = (
  | typeof failpoints
  | typeof uploadFailpoints
  | typeof backupFailpoints
  | typeof moveFailpoints
  | typeof letterFailpoints
)[number]

/** Kills the process without cleanup when the settings name this point; production refuses the setting. */
export function failpoint(ctx: { config: Pick<Config, 'failpoint'> }, point: Failpoint): void {
  if (ctx.config.failpoint === point) process.kill(process.pid, 'SIGKILL')
}
