import { accountHandlers } from '../account/account.handlers.ts'
import { managedAccountHandlers } from '../account/managed-account.handlers.ts'
import { assignmentsHandlers } from '../assignments/assignments.handlers.ts'
import { adminHandlers } from '../auth/admins.handlers.ts'
import { authHandlers, passwordHandlers } from '../auth/auth.handlers.ts'
import { contactHandlers } from '../auth/contact-changes.handlers.ts'
import { secondFactorHandlers } from '../auth/second-factor.handlers.ts'
import { beforeLiveHandlers } from '../before-live/before-live.handlers.ts'
import { certificatesHandlers } from '../certificates/certificates.handlers.ts'
import { consentsHandlers } from '../consents/consents.handlers.ts'
import { calls } from '../context.ts'
import { courseHandlers } from '../courses/courses.handlers.ts'
import { documentHandlers } from '../documents/documents.handlers.ts'
import { gatewayHandlers } from '../gateway/gateway.handlers.ts'
import { giftHandlers } from '../gifts/gifts.handlers.ts'
import { learningHandlers } from '../learning/learning.handlers.ts'
import { noteHandlers } from '../learning/notes.handlers.ts'
import { offlineHandlers } from '../learning/offline.handlers.ts'
import { transcriptHandlers } from '../learning/transcript.handlers.ts'
import { liveHandlers } from '../live/live.handlers.ts'
import { mediaHandlers } from '../media/library/library.handlers.ts'
import { orderHandlers } from '../orders/orders.handlers.ts'
import { outsideHandlers } from '../orders/outside/outside.handlers.ts'
import { refundRequestHandlers } from '../orders/refunds/refund-requests.handlers.ts'
import { webhookHandlers } from '../orders/webhooks/webhook.handlers.ts'
import { promocodeHandlers } from '../promocodes/promocodes.handlers.ts'
import { questionsHandlers } from '../questions/questions.handlers.ts'
import { quizzesHandlers } from '../quizzes/quizzes.handlers.ts'
import { referralHandlers } from '../referrals/referrals.handlers.ts'
import { activityHandlers } from '../reports/activity/activity.handlers.ts'
import { courseFigureHandlers } from '../reports/course-figures/course-figures.handlers.ts'
import { courseListHandlers } from '../reports/course-figures/course-list.handlers.ts'
import { courseTraceHandlers } from '../reports/deletion-preview/deletion-preview.handlers.ts'
import { disputeEvidenceHandlers } from '../reports/dispute-evidence/evidence.handlers.ts'
import { exportHandlers } from '../reports/exports/exports.handlers.ts'
import { overviewHandlers } from '../reports/overview/overview.handlers.ts'
import { settlementHandlers } from '../reports/settlements/settlements.handlers.ts'
import { reviewsHandlers } from '../reviews/reviews.handlers.ts'
import { settingsHandlers } from '../settings/settings.handlers.ts'
import { enrolmentHandlers } from '../students/enrolments.handlers.ts'
import { studentHandlers } from '../students/students.handlers.ts'
import { ticketHandlers } from '../tickets/tickets.handlers.ts'
import { userHandlers } from '../users/users.handlers.ts'
import { countCall } from './count-call.ts'

/** The contract, implemented and counted: a call without a handler does not compile. */
export const router = calls.use(countCall).router({
  auth: authHandlers,
  account: { ...accountHandlers, ...passwordHandlers, ...contactHandlers },
  courses: { ...courseHandlers, ...courseListHandlers, ...courseTraceHandlers, ...courseFigureHandlers },
  promocodes: promocodeHandlers,
  referrals: referralHandlers,
  orders: {
    ...orderHandlers,
    ...outsideHandlers,
    ...refundRequestHandlers,
    ...webhookHandlers,
    ...disputeEvidenceHandlers,
  },
  gifts: giftHandlers,
  learning: learningHandlers,
  transcript: transcriptHandlers,
  notes: noteHandlers,
  offline: offlineHandlers,
  users: { ...userHandlers, ...managedAccountHandlers },
  media: mediaHandlers,
  gateway: gatewayHandlers,
  admins: adminHandlers,
  secondFactor: secondFactorHandlers,
  activity: activityHandlers,
  settings: settingsHandlers,
  beforeLive: beforeLiveHandlers,
  overview: overviewHandlers,
  exports: exportHandlers,
  documents: documentHandlers,
  tickets: ticketHandlers,
  students: studentHandlers,
  enrolments: enrolmentHandlers,
  settlements: settlementHandlers,
  reviews: reviewsHandlers,
  questions: questionsHandlers,
  certificates: certificatesHandlers,
  quizzes: quizzesHandlers,
  consents: consentsHandlers,
  assignments: assignmentsHandlers,
  live: liveHandlers,
})
