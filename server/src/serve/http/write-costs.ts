import { type CallCost, type CallName, DAY, HOUR, limit, MINUTE, plain } from './call-cost.ts'

/** A student's write. A learner makes a few an hour. */
const studentWrite: CallCost = { cost: 'plain', limits: [limit('student_write', 'caller', 600, HOUR)] }
/** A write of an admin: more than a person makes, and enough for a program that brings a catalogue. */
const adminWrite: CallCost = { cost: 'plain', limits: [limit('admin_write', 'caller', 3_000, HOUR)] }
const bounded = (by: string): CallCost => ({ ...plain, bounded: by })

/** Rows of what one person writes, by the same limit. */
const rows = (names: readonly CallName[], cost: CallCost) => Object.fromEntries(names.map((name) => [name, cost]))

const STUDENT_WRITES: readonly CallName[] = [
  ...([
    'account.setLanguage',
    'account.setReminders',
    'account.cancelChange',
    'account.endSession',
    'account.endOtherSessions',
  ] as const),
  ...([
    'carts.put',
    'notes.add',
    'notes.change',
    'notes.remove',
    'offline.terms',
    'reviews.save',
    'reviews.remove',
  ] as const),
  ...(['questions.remove', 'certificates.take', 'freeCourses.take', 'assignments.takeBack', 'live.join'] as const),
]

const ADMIN_WRITES: readonly CallName[] = [
  ...(['courses.create', 'courses.update', 'courses.delete', 'courses.restore', 'courses.duplicate'] as const),
  ...([
    'courses.setPlacement',
    'courses.setSchedule',
    'courses.setStates',
    'courses.restoreVersion',
    'learning.addContent',
  ] as const),
  ...(['promocodes.add', 'promocodes.update', 'promocodes.delete', 'promocodes.restore', 'referrals.update'] as const),
  ...(['offers.add', 'offers.update', 'offers.delete'] as const),
  ...([
    'orders.setRefundLimit',
    'orders.declineRefund',
    'users.delete',
    'users.addCoins',
    'users.subtractCoins',
  ] as const),
  ...(['media.uploadVideo', 'media.rename', 'media.delete', 'media.move', 'media.replace', 'media.takeRung'] as const),
  ...([
    'gateway.add',
    'gateway.setWebhookSecret',
    'whatsapp.save',
    'ads.save',
    'sequences.create',
    'sequences.update',
    'admins.update',
    'admins.end',
    'admins.removeSecondFactor',
  ] as const),
  ...([
    'admins.endSession',
    'admins.endOtherSessions',
    'settings.update',
    'backups.setPlan',
    'moveOut.begin',
    'moveOut.link',
    'moveOut.remove',
    'moveArchive.begin',
    'moveArchive.run',
    'moveArchive.discard',
    'beforeLive.settle',
  ] as const),
  ...([
    'secondFactor.beginApp',
    'secondFactor.removeApp',
    'secondFactor.beginPasskey',
    'secondFactor.addPasskey',
  ] as const),
  ...(['secondFactor.removePasskey', 'secondFactor.renewRecoveryCodes', 'documents.setTaxSettings'] as const),
  ...(['documents.setInvoicePrefix', 'tickets.setStatus', 'students.addNote', 'students.deleteNote'] as const),
  ...(['students.beginView', 'students.endSession', 'students.endSessions', 'enrolments.take'] as const),
  ...(['reviews.reply', 'reviews.hide', 'questions.delete', 'certificates.setOffer', 'certificates.revoke'] as const),
  ...(['segments.create', 'segments.update', 'segments.delete'] as const),
  ...(['letters.create', 'letters.update', 'letters.delete', 'letters.stop', 'letters.setPace'] as const),
  ...(['letters.renewBounceAddress', 'letters.clearUnread'] as const),
  ...([
    'moveIn.run',
    'moveIn.stop',
    'moveIn.undo',
    'moveIn.discard',
    'moveIn.stopLetter',
    'moveIn.previewLetter',
  ] as const),
  ...([
    'quizzes.save',
    'quizzes.remove',
    'assignments.save',
    'assignments.remove',
    'live.save',
    'live.cancel',
  ] as const),
]

/** Writes that are no dearer than one look into the database: each has a limit, or says what bounds it instead. */
export const writeCosts: Partial<Record<CallName, CallCost>> = {
  ...rows(STUDENT_WRITES, studentWrite),
  ...rows(ADMIN_WRITES, adminWrite),
  'auth.logout': bounded('ends the session that calls'),
  'auth.adminLogout': bounded('ends the session that calls'),
  'whatsapp.verify': { cost: 'plain', limits: [limit('whatsapp_verify', 'client', 60, 10 * MINUTE)] },
  'whatsapp.webhook': bounded('events take turns, and what is not signed is not stored'),
  'orders.webhook': bounded('events take turns, and what is not signed is not stored'),
  'learning.progress': bounded('one row of a lesson, counted by the clock'),
  'learning.goOnHere': bounded('one row of a session'),
  'offline.beats': { cost: 'plain', limits: [limit('offline_beats', 'caller', 600, HOUR)] },
  'account.readLink': { cost: 'plain', limits: [limit('read_link', 'client', 120, 10 * MINUTE)] },
  'quizzes.submit': { cost: 'plain', limits: [limit('quiz_try', 'caller', 120, HOUR)] },
  'consents.change': { cost: 'plain', limits: [limit('consent', 'caller', 20, DAY)] },
}
