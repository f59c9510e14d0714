import { calls } from '../../context.ts'
import { assignmentsHandlers } from '../../courses/assignments/assignments.handlers.ts'
import { certificatesHandlers } from '../../courses/certificates/certificates.handlers.ts'
import { courseHandlers } from '../../courses/courses/courses.handlers.ts'
import { freeCourseHandlers } from '../../courses/free-courses/free-courses.handlers.ts'
import { learningHandlers } from '../../courses/learning/learning.handlers.ts'
import { noteHandlers } from '../../courses/learning/notes.handlers.ts'
import { offlineHandlers } from '../../courses/learning/offline.handlers.ts'
import { transcriptHandlers } from '../../courses/learning/transcript.handlers.ts'
import { liveHandlers } from '../../courses/live/live.handlers.ts'
import { mediaHandlers } from '../../courses/media/library/library.handlers.ts'
import { questionsHandlers } from '../../courses/questions/questions.handlers.ts'
import { quizzesHandlers } from '../../courses/quizzes/quizzes.handlers.ts'
import { reviewsHandlers } from '../../courses/reviews/reviews.handlers.ts'
import { accountHandlers } from '../../people/account/account.handlers.ts'
import { managedAccountHandlers } from '../../people/account/managed-account.handlers.ts'
import { letterHandlers } from '../../people/letters/letters.handlers.ts'
import { sequenceHandlers } from '../../people/letters/sequences/sequences.handlers.ts'
import { moveArchiveHandlers } from '../../people/move-archive/move-archive.handlers.ts'
import { moveLetterHandlers } from '../../people/move-in/letter.handlers.ts'
import { moveInHandlers } from '../../people/move-in/move-in.handlers.ts'
import { moveOutHandlers } from '../../people/move-out/move-out.handlers.ts'
import { enrolmentHandlers } from '../../people/students/enrolments.handlers.ts'
import { studentHandlers, studentListHandlers } from '../../people/students/students.handlers.ts'
import { ticketHandlers } from '../../people/tickets/tickets.handlers.ts'
import { whatsappHandlers } from '../../people/whatsapp/whatsapp.handlers.ts'
import { adsHandlers } from '../../sales/ads/ads.handlers.ts'
import { beforeLiveHandlers } from '../../sales/before-live/before-live.handlers.ts'
import { cartHandlers } from '../../sales/carts/carts.handlers.ts'
import { documentHandlers } from '../../sales/documents/documents.handlers.ts'
import { giftHandlers } from '../../sales/gifts/gifts.handlers.ts'
import { offerHandlers } from '../../sales/offers/offers.handlers.ts'
import { guaranteeHandlers } from '../../sales/orders/guarantee/guarantee.handlers.ts'
import { orderHandlers } from '../../sales/orders/orders.handlers.ts'
import { outsideHandlers } from '../../sales/orders/outside/outside.handlers.ts'
import { refundRequestHandlers } from '../../sales/orders/refund-requests/refund-requests.handlers.ts'
import { webhookHandlers } from '../../sales/orders/webhooks/webhook.handlers.ts'
import { pastOrderHandlers } from '../../sales/past-orders/past-orders.handlers.ts'
import { promocodeHandlers } from '../../sales/promocodes/promocodes.handlers.ts'
import { referralHandlers } from '../../sales/referrals/referrals.handlers.ts'
import { segmentHandlers } from '../../sales/segments/segments.handlers.ts'
import { adminHandlers } from '../../shop/auth/admins.handlers.ts'
import { authHandlers, passwordHandlers } from '../../shop/auth/auth.handlers.ts'
import { contactHandlers } from '../../shop/auth/contact-changes.handlers.ts'
import { secondFactorHandlers } from '../../shop/auth/second-factor.handlers.ts'
import { consentsHandlers } from '../../shop/consents/consents.handlers.ts'
import { gatewayHandlers } from '../../shop/gateway/gateway.handlers.ts'
import { settingsHandlers } from '../../shop/settings/settings.handlers.ts'
import { userHandlers } from '../../shop/users/users.handlers.ts'
import { backupHandlers } from '../backups/backups.handlers.ts'
import { activityHandlers } from '../reports/activity/activity.handlers.ts'
import { courseFigureHandlers } from '../reports/course-figures/course-figures.handlers.ts'
import { courseListHandlers } from '../reports/course-figures/course-list.handlers.ts'
import { courseTraceHandlers } from '../reports/deletion-preview/deletion-preview.handlers.ts'
import { disputeEvidenceHandlers } from '../reports/dispute-evidence/evidence.handlers.ts'
import { exportHandlers } from '../reports/exports/exports.handlers.ts'
import { overviewHandlers } from '../reports/overview/overview.handlers.ts'
import { settlementHandlers } from '../reports/settlements/settlements.handlers.ts'
import { sourcesHandlers } from '../reports/sources/sources.handlers.ts'
import { countCall } from './count-call.ts'

/** The contract, implemented and counted: a call without a handler does not compile. */
export const router = calls.use(countCall).router({
  auth: authHandlers,
  account: { ...accountHandlers, ...passwordHandlers, ...contactHandlers },
  courses: { ...courseHandlers, ...courseListHandlers, ...courseTraceHandlers, ...courseFigureHandlers },
  carts: cartHandlers,
  promocodes: promocodeHandlers,
  offers: offerHandlers,
  freeCourses: freeCourseHandlers,
  referrals: referralHandlers,
  orders: {
    ...orderHandlers,
    ...outsideHandlers,
    ...guaranteeHandlers,
    ...refundRequestHandlers,
    ...webhookHandlers,
    ...disputeEvidenceHandlers,
  },
  pastOrders: pastOrderHandlers,
  gifts: giftHandlers,
  learning: learningHandlers,
  transcript: transcriptHandlers,
  notes: noteHandlers,
  offline: offlineHandlers,
  users: { ...userHandlers, ...studentListHandlers, ...managedAccountHandlers },
  media: mediaHandlers,
  gateway: gatewayHandlers,
  admins: adminHandlers,
  secondFactor: secondFactorHandlers,
  activity: activityHandlers,
  settings: settingsHandlers,
  backups: backupHandlers,
  moveOut: moveOutHandlers,
  moveArchive: moveArchiveHandlers,
  beforeLive: beforeLiveHandlers,
  overview: overviewHandlers,
  sources: sourcesHandlers,
  ads: adsHandlers,
  exports: exportHandlers,
  documents: documentHandlers,
  tickets: ticketHandlers,
  segments: segmentHandlers,
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
  sequences: sequenceHandlers,
  whatsapp: whatsappHandlers,
  letters: letterHandlers,
  moveIn: { ...moveInHandlers, ...moveLetterHandlers },
})
