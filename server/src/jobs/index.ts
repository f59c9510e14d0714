import type { Context } from '../context.ts'
import type { Job } from '../queue/queue.ts'
import { askGatewayJob } from './ask-gateway.ts'
import { forgottenPasswordJob } from './forgotten-password.ts'
import { makePictureWidthsJob } from './make-picture-widths.ts'
import { profileChangedMailJob } from './profile-changed-mail.ts'
import { receiptMailJob } from './receipt-mail.ts'
import { reconcileOrdersJob } from './reconcile-orders.ts'
import { sweepJob } from './sweep.ts'
import { welcomeMailJob } from './welcome-mail.ts'

/** Everything that runs later or on a schedule: name, payload, handler, schedule, one file each. */
const table: ((ctx: Context) => Job)[] = [
  askGatewayJob,
  reconcileOrdersJob,
  receiptMailJob,
  welcomeMailJob,
  forgottenPasswordJob,
  profileChangedMailJob,
  makePictureWidthsJob,
  sweepJob,
]

export function createJobs(ctx: Context): Job[] {
  return table.map((job) => job(ctx))
}
