import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { accessEndingJob, accessEndingMailJob } from './access-ending.ts'
import { accountDeletedMailJob } from './account-deleted-mail.ts'
import { analyzeTablesJob } from './analyze-tables.ts'
import { applySchedulesJob } from './apply-schedules.ts'
import { closeLinksJob } from './close-links.ts'
import { contactLinkMailJob } from './contact-link-mail.ts'
import { documentMailJob } from './document-mail.ts'
import { enrolledMailJob } from './enrolled-mail.ts'
import { forgetStampedCopiesJob } from './forget-stamped-copies.ts'
import { forgottenAdminPasswordJob } from './forgotten-admin-password.ts'
import { forgottenPasswordJob } from './forgotten-password.ts'
import { giftMailJob } from './gift-mail.ts'
import { guaranteeDeclinedMailJob } from './guarantee-declined-mail.ts'
import { handInMailJob, markMailJob } from './hand-in-mail.ts'
import { issueDocumentsJob } from './issue-documents.ts'
import { liveLettersJob, liveMailJob, liveRoundJob } from './live-letters.ts'
import { compareListsJob, lookBackJob } from './look-back.ts'
import { makePictureWidthsJob } from './make-picture-widths.ts'
import { makeVideoSetsJob } from './make-video-sets.ts'
import { newDeviceMailJob } from './new-device-mail.ts'
import { noteRefusedLoginJob } from './note-refused-login.ts'
import { ownerAlertMailJob } from './owner-alert-mail.ts'
import { probeVideoJob } from './probe-video.ts'
import { profileChangedMailJob } from './profile-changed-mail.ts'
import { purgeEdgeJob } from './purge-edge.ts'
import { questionAnswerMailJob, questionMailJob } from './question-mail.ts'
import { readSettlementsJob } from './read-settlements.ts'
import { receiptMailJob } from './receipt-mail.ts'
import { reconcileOrderJob } from './reconcile-order.ts'
import { reconcileOrdersJob } from './reconcile-orders.ts'
import { referralRewardsJob } from './referral-rewards.ts'
import { refundFailedMailJob } from './refund-failed-mail.ts'
import { refundMailJob } from './refund-mail.ts'
import { removeFilesJob } from './remove-files.ts'
import { seatTakenMailJob } from './seat-taken-mail.ts'
import { sweepJob } from './sweep.ts'
import { sweepMediaJob } from './sweep-media.ts'
import { ticketAnswerMailJob, ticketMailJob } from './ticket-mail.ts'
import { waitingCoursesJob } from './waiting-courses.ts'
import { watchWebhooksJob } from './watch-webhooks.ts'
import { welcomeMailJob } from './welcome-mail.ts'

/** Everything that runs later or on a schedule: name, payload, handler, schedule, one file each. */
const table: ((ctx: Context) => Job)[] = [
  reconcileOrderJob,
  reconcileOrdersJob,
  closeLinksJob,
  lookBackJob,
  compareListsJob,
  watchWebhooksJob,
  readSettlementsJob,
  refundMailJob,
  seatTakenMailJob,
  giftMailJob,
  guaranteeDeclinedMailJob,
  refundFailedMailJob,
  referralRewardsJob,
  ownerAlertMailJob,
  receiptMailJob,
  issueDocumentsJob,
  documentMailJob,
  welcomeMailJob,
  waitingCoursesJob,
  forgottenAdminPasswordJob,
  forgottenPasswordJob,
  noteRefusedLoginJob,
  enrolledMailJob,
  accessEndingJob,
  accessEndingMailJob,
  accountDeletedMailJob,
  profileChangedMailJob,
  newDeviceMailJob,
  contactLinkMailJob,
  ticketMailJob,
  ticketAnswerMailJob,
  questionMailJob,
  questionAnswerMailJob,
  handInMailJob,
  markMailJob,
  liveRoundJob,
  liveLettersJob,
  liveMailJob,
  removeFilesJob,
  makePictureWidthsJob,
  probeVideoJob,
  makeVideoSetsJob,
  purgeEdgeJob,
  applySchedulesJob,
  analyzeTablesJob,
  sweepJob,
  sweepMediaJob,
  forgetStampedCopiesJob,
]

export function createJobs(ctx: Context): Job[] {
  return table.map((job) => job(ctx))
}
