import { account } from './account.ts'
import { activity } from './activity.ts'
import { admins } from './admins.ts'
import { ads } from './ads.ts'
import { assignments } from './assignments/assignments.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { beforeLive } from './before-live.ts'
import { carts } from './carts.ts'
import { certificates } from './certificates.ts'
import { consents } from './consents.ts'
import { courses } from './courses/courses.ts'
import { courseVersions } from './courses/versions.ts'
import { documents } from './documents.ts'
import { enrolments } from './enrolments.ts'
import { exports } from './exports.ts'
import { freeCourses } from './free-courses.ts'
import { gateway } from './gateway.ts'
import { gifts } from './gifts.ts'
import { learning } from './learning.ts'
import { letters } from './letters.ts'
import { live } from './live.ts'
import { mailedLinks } from './mailed-links.ts'
import { media } from './media/media.ts'
import { mediaSets } from './media/sets.ts'
import { moveArchive } from './move-archive.ts'
import { moveInLetter } from './move-in/letter.ts'
import { moveIn } from './move-in/move-in.ts'
import { pastOrders } from './move-in/past-orders.ts'
import { moveOut } from './move-out.ts'
import { notes } from './notes.ts'
import { offers } from './offers.ts'
import { offline } from './offline.ts'
import { orders } from './orders/orders.ts'
import { overview } from './overview.ts'
import { promocodes } from './promocodes.ts'
import { questions } from './questions.ts'
import { quizzes } from './quizzes.ts'
import { referrals } from './referrals.ts'
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
import { whatsapp } from './whatsapp.ts'

/** Declares every call of the API once, for the server, the clients and the OpenAPI document. */
export const contract = {
  auth,
  account: { ...account, ...mailedLinks },
  courses: { ...courses, ...courseVersions },
  carts,
  promocodes,
  offers,
  freeCourses,
  referrals,
  orders,
  pastOrders,
  gifts,
  learning,
  transcript,
  notes,
  offline,
  users,
  media: { ...media, ...mediaSets },
  gateway,
  admins,
  secondFactor,
  activity,
  settings,
  backups,
  moveOut,
  moveArchive,
  beforeLive,
  overview,
  sources,
  ads,
  exports,
  documents,
  tickets,
  segments,
  students,
  enrolments,
  settlements,
  reviews,
  questions,
  certificates,
  quizzes,
  consents,
  assignments,
  live,
  sequences,
  whatsapp,
  letters,
  moveIn: { ...moveIn, ...moveInLetter },
}
export type Contract = typeof contract
