import type { LiveStep } from 'contract/before-live'
import { adminPaths } from '../host/admin-paths.ts'
import { liveSteps } from '../overview/live-steps.ts'
import { valueText } from './field-labels.ts'
import { orderTellings } from './order-tellings.ts'
import { peopleTellings } from './people-tellings.ts'
import { because, by, changed, type Entry, gone, namesOf, own, type Phrase, plain } from './phrases.ts'
import { intoStates, planned } from './state-tellings.ts'
import { taskRemoved, taskSaved } from './task-tellings.ts'

function coins(entry: Entry): Phrase {
  const by = Math.abs(Number(entry.after?.coins) - Number(entry.before?.coins))
  const amount = `${by.toLocaleString('en-IN')} ${by === 1 ? 'coin' : 'coins'}`
  const why = because(entry.after) || '(no reason given)'
  return { did: entry.call === 'users.addCoins' ? `gave ${amount} to` : `took ${amount} from`, rest: why, whole: true }
}

function placement(entry: Entry): Phrase {
  // Entries of an earlier release have `published` alone.
  const { published, state } = entry.after ?? {}
  const names = namesOf(entry)
  const told = names.length === 1 ? intoStates[String(state)] : undefined
  if (told) return told
  if (typeof published === 'boolean' && names.length === 1) {
    return published ? { did: 'published', whole: true } : { did: 'took', rest: 'off the store', whole: true }
  }
  if (names.includes('place') && typeof published !== 'boolean' && state === undefined) {
    return { did: 'moved', rest: `to place ${valueText('place', entry.after?.place)} in the catalogue`, whole: true }
  }
  return changed(entry)
}

const exported =
  (what: string) =>
  ({ after }: Entry): Phrase => ({
    did: `exported ${what} as ${after?.format === 'json' ? 'JSON' : 'CSV'}`,
    thing: '',
    ...(typeof after?.q === 'string' && after.q !== '' && { rest: `that match “${after.q}”` }),
    whole: Object.keys(after ?? {}).every((field) => field === 'q'),
  })

/** Describes each call of the contract, in the words of one admin to another. */
export const tellings: Record<string, (entry: Entry) => Phrase> = {
  'courses.create': plain('added the course'),
  'courses.duplicate': plain('made the copy'),
  'courses.update': changed,
  'courses.restoreVersion': () => ({ did: 'brought an earlier version back of' }),
  'courses.delete': () => ({
    did: 'moved',
    rest: 'to the bin',
    whole: true,
    to: adminPaths.tab('courses', { status: 'deleted' }),
  }),
  'courses.restore': plain('restored', 'from the bin'),
  'courses.setPlacement': placement,
  'courses.setSchedule': planned,
  'courses.setStates': ({ before, after }) =>
    after?.state === 'deleted'
      ? { did: 'moved', rest: 'to the bin', whole: true, to: adminPaths.tab('courses', { status: 'deleted' }) }
      : before?.state === 'deleted'
        ? { did: 'restored', rest: 'from the bin', whole: true }
        : (intoStates[String(after?.state)] ?? { did: 'changed', whole: true }),
  'courses.checkLinks': ({ after }) => ({
    did: `checked ${valueText('links', after?.links)} lesson links`,
    thing: '',
    rest: Number(after?.not_ok) > 0 ? `and found ${after?.not_ok} with a problem` : 'and all of them work',
    whole: true,
  }),
  'learning.addContent': ({ before, after }) => ({
    did: 'changed the lessons of',
    ...(before?.number !== undefined &&
      before.number !== after?.number && { rest: `from ${before.number} to ${after?.number} lessons` }),
  }),
  'promocodes.add': ({ after }) => ({
    did: 'added the promo code',
    ...(after?.discount !== undefined && { rest: `with ${valueText('discount', after.discount)} off` }),
  }),
  'promocodes.update': changed,
  'promocodes.delete': gone('deleted the promo code'),
  'promocodes.restore': plain('restored the promo code'),
  'segments.create': plain('saved the segment'),
  'segments.update': changed,
  'segments.delete': gone('deleted the segment'),
  'offers.add': plain('added an offer of'),
  'offers.update': changed,
  'offers.delete': gone('deleted the offer of'),
  'users.update': changed,
  'users.sendAccess': plain('sent the login email again to'),
  'users.delete': gone('deleted the account of'),
  'users.addCoins': coins,
  'users.subtractCoins': coins,
  ...peopleTellings,
  ...orderTellings,
  'documents.send': ({ after }) => ({
    did: 'emailed the document',
    thing: String(after?.document_mailed ?? ''),
    whole: true,
  }),
  'documents.addGstin': ({ before, after }) => ({
    did: `reissued invoice ${String(before?.invoice ?? '')} with a GSTIN as`,
    thing: String(after?.invoice ?? ''),
    whole: true,
  }),
  'documents.setInvoicePrefix': (entry) => ({ ...changed(entry), thing: 'invoice numbers' }),
  'documents.setTaxSettings': (entry) => ({ ...changed(entry), thing: 'the GST settings' }),
  'referrals.update': ({ before, after }) => ({
    did: 'changed',
    thing: 'the referral reward',
    rest: `from ${valueText('coins', before?.reward_coins)} to ${valueText('coins', after?.reward_coins)} coins`,
    to: adminPaths.tab('payment'),
    whole: true,
  }),
  'gateway.add': () => ({ did: 'saved', thing: 'the Razorpay keys' }),
  'gateway.test': () => ({ did: 'tested', thing: 'the Razorpay keys', whole: true }),
  'gateway.setWebhookSecret': () => ({ did: 'changed', thing: 'the webhook secret', whole: true }),
  'backups.setPlan': (entry) => ({ ...changed(entry), thing: 'the nightly backup' }),
  'moveIn.discard': () => ({ did: 'discarded', thing: 'the file', whole: true }),
  'moveIn.testLetter': () => ({ did: 'sent', thing: 'a test of the letter', whole: true }),
  'moveIn.sendLetter': ({ after }) => ({
    did: `sent the letter “${after?.letter}” to ${after?.students} people`,
    whole: true,
  }),
  'moveIn.stopLetter': ({ after }) => ({
    did: 'stopped the letter',
    rest: `after ${after?.students} emails`,
    whole: true,
  }),
  'moveOut.begin': () => ({ did: 'made', thing: 'an archive of the shop', whole: true }),
  'moveOut.link': () => ({ did: 'downloaded', thing: 'the archive of the shop', whole: true }),
  'moveOut.remove': () => ({ did: 'deleted', thing: 'the archive of the shop', whole: true }),
  'moveArchive.begin': () => ({ did: 'checked', thing: 'the archive of another shop', whole: true }),
  'moveArchive.run': () => ({ did: 'brought', thing: 'the archive of another shop', whole: true }),
  'moveArchive.discard': () => ({ did: 'discarded', thing: 'the archive of another shop', whole: true }),
  'overview.mailTest': () => ({ did: 'sent', thing: 'a test email', whole: true }),
  'settings.update': (entry) => ({ ...changed(entry), thing: 'the shop' }),
  'beforeLive.settle': ({ after }) => {
    const [step = '', word] = Object.entries(after ?? {})[0] ?? []
    const titles: Record<string, string> = { getting_started: 'Getting started' }
    const name = `“${step in liveSteps ? liveSteps[step as LiveStep].title : (titles[step] ?? step)}”`
    return {
      did: word === 'settled' ? `dismissed ${name} from the list` : `restored ${name} to the list`,
      thing: 'what to do next',
      to: adminPaths.tab('overview'),
      whole: true,
    }
  },
  'media.uploadImage': plain('uploaded'),
  'media.uploadVideo': plain('uploaded'),
  'media.rename': by('renamed', 'to'),
  'media.delete': gone('deleted the file'),
  'media.deleteMany': gone('deleted the file'),
  'media.move': ({ after }) => ({
    did: 'moved',
    rest: after?.folder ? `to the folder ${after.folder}` : 'to no folder',
    to: null,
  }),
  'media.replace': by('replaced', 'by'),
  'media.takeRung': plain('added a quality to'),
  'reviews.reply': ({ after }) => ({
    did: after?.reply ? 'replied to a review of' : 'removed the reply to a review of',
  }),
  'reviews.hide': ({ after }) => ({
    did: after?.hidden_reason ? 'hid the text of a review of' : 'showed again a review of',
  }),
  'questions.answer': ({ before, after }) => ({
    did:
      before?.status === 'answered' && before.shown !== after?.shown
        ? after?.shown
          ? 'showed all students a question under'
          : 'hid from other students a question under'
        : 'answered a question under',
    whole: true,
  }),
  'questions.delete': () => ({ did: 'deleted a question under', whole: true }),
  'certificates.setOffer': ({ after }) => ({
    did: after?.certificate ? 'turned on the certificate of' : 'turned off the certificate of',
    whole: true,
  }),
  'certificates.revoke': ({ after }) => ({
    did: after?.certificate === 'revoked' ? 'revoked the certificate of' : 'made valid again the certificate of',
    rest: `for ${String(after?.course ?? '')}${after?.reason ? `: ${String(after.reason)}` : ''}`,
    whole: true,
  }),
  'quizzes.save': taskSaved('quiz'),
  'quizzes.remove': taskRemoved('quiz'),
  'assignments.save': taskSaved('assignment'),
  'assignments.remove': taskRemoved('assignment'),
  'assignments.mark': ({ after }) => ({
    did: after?.status === 'accepted' ? 'accepted an assignment under' : 'asked to resubmit under',
    whole: true,
  }),
  'live.save': ({ before, after }) => ({
    did: `${before ? 'changed' : 'set'} the moment of the live lesson ${valueText('name', after?.live_of)} in`,
    whole: true,
  }),
  'live.cancel': ({ before }) => ({
    did: `cancelled the live lesson ${valueText('name', before?.live_of)} in`,
    whole: true,
  }),
  'tickets.answer': plain('answered the message'),
  'tickets.setStatus': ({ after }) => ({
    did: after?.status === 'done' ? 'marked as done the message' : 'opened again the message',
    whole: true,
  }),
  'admins.create': ({ after }) => ({
    did: 'added the admin',
    rest: `as ${valueText('role', after?.role)}`,
    whole: true,
  }),
  'admins.update': changed,
  'admins.resetPassword': plain('gave a one-time password to'),
  'admins.end': plain('removed the admin'),
  'admins.changePassword': () => ({ did: 'changed their own password', thing: '', whole: true }),
  'admins.removeSecondFactor': plain('removed the second step of'),
  'admins.endSession': plain('ended a session of'),
  'admins.endOtherSessions': own('ended all their other sessions'),
  'secondFactor.beginApp': own('began to set up an authenticator app'),
  'secondFactor.addApp': own('set up an authenticator app'),
  'secondFactor.removeApp': own('removed their authenticator app'),
  'secondFactor.beginPasskey': own('began to add a passkey'),
  'secondFactor.addPasskey': own('added a passkey'),
  'secondFactor.removePasskey': own('removed a passkey'),
  'secondFactor.renewRecoveryCodes': own('made new recovery codes'),
  'secondFactor.confirm': own('confirmed with their second step'),
  'exports.orders': exported('the orders'),
  'exports.users': exported('the users'),
  'exports.courses': exported('the courses'),
  'exports.learning': ({ after }) => ({
    did: 'exported the students of the course',
    thing: '',
    rest: valueText('course_id', after?.course_id),
    whole: true,
  }),
  'exports.documents': exported('the invoices'),
  'exports.gstr1': exported('a GSTR-1'),
  'exports.settlements': exported('the payouts'),
  'settlements.read': ({ after }) => ({
    did: `fetched the payouts of ${String(after?.month ?? '')} from Razorpay`,
    thing: '',
    whole: true,
  }),
  'exports.promocodes': exported('the promo codes'),
  'exports.pastOrders': exported('the past orders'),
  'exports.movedPeople': exported('the students of a move'),
  'auth.adminLogin': ({ after }) => ({
    did: after?.refused === undefined ? 'logged in' : 'could not log in',
    thing: '',
    ...(after?.device !== undefined && { rest: `from ${valueText('device', after.device)}` }),
  }),
  'auth.newAdminPassword': () => ({ did: 'set a new password by an emailed link', thing: '', whole: true }),
  'auth.adminLogout': () => ({ did: 'logged out', thing: '', whole: true }),
}
