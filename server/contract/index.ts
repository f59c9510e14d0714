import { account } from './account.ts'
import { activity } from './activity.ts'
import { admins } from './admins.ts'
import { ads } from './ads.ts'
import { apiKeys } from './api-keys.ts'
import { assignments } from './assignments/assignments.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { beforeLive } from './before-live.ts'
import { books } from './books/books.ts'
import { books as books2 } from './books/einvoice-answers.ts'
import { books as books3 } from './books/month.ts'
import { books as books4 } from './books/report-mail.ts'
import { carts } from './carts.ts'
import { certificates } from './certificates.ts'
import { children } from './children/children.ts'
import { coins } from './coins/coins.ts'
import { interest } from './coming-soon/interest.ts'
import { consents } from './consents.ts'
import { courses } from './courses/courses.ts'
import { courses as courses2 } from './courses/versions.ts'
import { documents } from './documents.ts'
import { enrolments } from './enrolments.ts'
import { exports } from './exports.ts'
import { freeCourses } from './free-courses.ts'
import { gateway } from './gateway.ts'
import { gifts } from './gifts.ts'
import { learning } from './learning.ts'
import { letters } from './letters.ts'
import { live } from './live.ts'
import { loginCodes } from './login-codes.ts'
import { account as account2 } from './mailed-links.ts'
import { media } from './media/media.ts'
import { media as media2 } from './media/sets.ts'
import { exports as exports2 } from './move-in/exports.ts'
import { exports as exports3, moveIn } from './move-in/letter.ts'
import { moveIn as moveIn2 } from './move-in/move-in.ts'
import { pastOrders } from './move-in/past-orders.ts'
import { moveOut } from './move-out.ts'
import { nextSteps } from './next-step/next-steps.ts'
import { notes } from './notes.ts'
import { notices } from './notices/notices.ts'
import { offers } from './offers.ts'
import { offline } from './offline.ts'
import { orders } from './orders/orders.ts'
import { overview } from './overview.ts'
import { pages } from './pages/pages.ts'
import { signups } from './pages/signups.ts'
import { parts } from './parts/parts.ts'
import { payLinks } from './pay-links.ts'
import { registers } from './privacy/registers.ts'
import { privacy } from './privacy/requests.ts'
import { processors } from './processors.ts'
import { offline as offline2 } from './progress-late.ts'
import { promocodes } from './promocodes.ts'
import { questions } from './questions.ts'
import { quizzes } from './quizzes.ts'
import { referrals } from './referrals.ts'
import { renewals } from './renewals/renewals.ts'
import { reviews } from './reviews.ts'
import { secondFactor } from './second-factor.ts'
import { segments } from './segments.ts'
import { sequences } from './sequences.ts'
import { settlements } from './settlements.ts'
import { settings } from './shop/settings.ts'
import { sources } from './sources/sources.ts'
import { students } from './students.ts'
import { tickets } from './tickets.ts'
import { transcript } from './transcript.ts'
import { users } from './users.ts'
import { hooks, webhooks } from './webhooks.ts'
import { whatsapp } from './whatsapp.ts'

/** Declares every call of the API once, for the server, the clients and the OpenAPI document. Written by `npm run fix`. */
export const contract = {
  account: { ...account, ...account2 },
  activity,
  admins,
  ads,
  apiKeys,
  assignments,
  auth,
  backups,
  beforeLive,
  books: { ...books, ...books2, ...books3, ...books4 },
  carts,
  certificates,
  children,
  coins,
  consents,
  courses: { ...courses, ...courses2 },
  documents,
  enrolments,
  exports: { ...exports, ...exports2, ...exports3 },
  freeCourses,
  gateway,
  gifts,
  hooks,
  interest,
  learning,
  letters,
  live,
  loginCodes,
  media: { ...media, ...media2 },
  moveIn: { ...moveIn, ...moveIn2 },
  moveOut,
  nextSteps,
  notes,
  notices,
  offers,
  offline: { ...offline, ...offline2 },
  orders,
  overview,
  pages,
  parts,
  pastOrders,
  payLinks,
  privacy,
  processors,
  promocodes,
  questions,
  quizzes,
  referrals,
  registers,
  renewals,
  reviews,
  secondFactor,
  segments,
  sequences,
  settings,
  settlements,
  signups,
  sources,
  students,
  tickets,
  transcript,
  users,
  webhooks,
  whatsapp,
}
export type Contract = typeof contract
