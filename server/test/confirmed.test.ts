import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Route, routes } from '../src/serve/http/route-table.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Classifies every admin write by hand: a new call fails until it is in one of the lists. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

/** Irreversible calls: they require a recent confirmation, for every role. */
const confirmed: Record<string, readonly string[]> = {
  erases: [
    ...['users.delete', 'students.deleteNote', 'questions.delete', 'quizzes.remove', 'assignments.remove'],
    ...['media.delete', 'media.deleteMany', 'media.replace'],
  ],
  'pays out': ['orders.refund', 'orders.approveRefund', 'orders.setRefundLimit', 'users.addCoins'],
  "opens another's account": ['students.beginView', 'users.sendAccess'],
  'gives or takes access': [
    ...['enrolments.give', 'enrolments.extend', 'enrolments.take', 'orders.grant', 'orders.bookOutside'],
    ...['orders.renewGift', 'moveIn.run', 'moveIn.undo'],
  ],
  'changes who may log in to the console': [
    ...['admins.create', 'admins.update', 'admins.resetPassword', 'admins.end', 'admins.removeSecondFactor'],
    ...['secondFactor.beginApp', 'secondFactor.addApp', 'secondFactor.removeApp', 'secondFactor.beginPasskey'],
    ...['secondFactor.addPasskey', 'secondFactor.removePasskey', 'secondFactor.renewRecoveryCodes'],
  ],
  'says who may report bounces': ['letters.renewBounceAddress'],
  'says where money goes': ['gateway.add', 'gateway.setWebhookSecret'],
  'says in whose name messages go out': ['whatsapp.save'],
  'says whom the shop tells of its sales': ['ads.save'],
  'brings another shop': ['moveArchive.run'],
  'writes to many people': ['moveIn.sendLetter', 'letters.send'],
  'takes lists of buyers along': [
    ...['exports.orders', 'exports.users', 'exports.learning', 'exports.documents', 'exports.settlements'],
    ...['exports.gstr1', 'exports.pastOrders', 'exports.movedPeople', 'moveOut.begin', 'moveOut.link'],
  ],
}

/** Calls that require a confirmation for some inputs only; each has a test beside its feature. */
const askSometimes = [
  // A sequence that is on; an email or phone of a student; a code, a course or a sale for free; a lesson that a save removes.
  ...['sequences.create', 'sequences.update'],
  ...['users.update', 'promocodes.add', 'promocodes.update', 'promocodes.restore', 'offers.add', 'offers.update'],
  ...['courses.create', 'courses.update', 'courses.restoreVersion', 'courses.setSchedule', 'learning.addContent'],
]

/** Calls without a confirmation, by reason. */
const free: Record<string, readonly string[]> = {
  'the bin holds it, and restore brings it back': [
    ...['courses.delete', 'courses.restore', 'courses.setStates', 'promocodes.delete'],
  ],
  'another run goes on': ['moveIn.stop', 'moveIn.stopLetter', 'letters.stop'],
  'a draft, which nobody gets': ['letters.create', 'letters.update', 'letters.delete', 'letters.preview'],
  'the same call puts it back': [
    ...['courses.setPlacement', 'referrals.update', 'users.subtractCoins', 'media.rename', 'media.move'],
    ...[
      'settings.update',
      'letters.setPace',
      'letters.clearUnread',
      'backups.setPlan',
      'moveOut.remove',
      'beforeLive.settle',
      'documents.setTaxSettings',
      'documents.setInvoicePrefix',
    ],
    ...['documents.addGstin', 'tickets.setStatus', 'reviews.reply', 'reviews.hide', 'certificates.setOffer'],
    ...['segments.update', 'segments.delete'],
    ...['certificates.revoke', 'quizzes.save', 'assignments.save', 'assignments.mark', 'live.save', 'live.cancel'],
  ],
  'adds, and takes nothing away': [
    ...['courses.duplicate', 'media.uploadImage', 'media.uploadVideo', 'media.takeRung', 'students.addNote'],
    ...['questions.answer', 'tickets.answer', 'segments.create'],
  ],
  'stops what buyers see, and the same offer can be written again': ['offers.delete'],
  'sends a paper to its buyer once more': ['documents.send'],
  'sends one email with fixed words': ['overview.mailTest'],
  'sends one email to try it': ['moveIn.testLetter', 'letters.test'],
  'declines, and pays nothing': ['orders.declineGuarantee', 'orders.declineRefund'],
  'reads or checks': [
    ...['courses.checkLinks', 'enrolments.plan', 'orders.recheck', 'gateway.test', 'whatsapp.test', 'ads.test'],
    ...['moveIn.start', 'moveIn.readAgain', 'moveIn.plan', 'moveIn.previewLetter', 'moveArchive.begin'],
    'settlements.read',
  ],
  'nothing of it is in the shop yet, and the file can be chosen again': ['moveIn.discard', 'moveArchive.discard'],
  'ends sessions, and a login opens the next': [
    ...['auth.adminLogout', 'admins.endSession', 'admins.endOtherSessions'],
    ...['students.endSession', 'students.endSessions'],
  ],
  'asks for a password or a second factor itself': [
    ...['admins.changePassword', 'secondFactor.beginConfirm', 'secondFactor.confirm'],
  ],
}

const always = new Set(Object.values(confirmed).flat())
const adminCalls = routes.filter(({ access }) => access === 'admin')

test('every admin write requires a confirmation, or states why not', () => {
  const decided = [...always, ...askSometimes, ...Object.values(free).flat()]
  const writes = adminCalls.filter(({ method, confirm }) => method !== 'GET' || confirm).map(({ key }) => key)
  expect(decided.toSorted(), 'decide it in server/contract (confirm) and name it here').toEqual(writes.toSorted())
})

test('irreversible calls work within 10 minutes of a confirmation, and not later', async () => {
  const token = await server.adminToken('owner')
  const { jti } = jwt.decode(token) as jwt.JwtPayload
  const asks = async (route: Route) => {
    const answer = await server.request(`/api${route.path.replace(/\{[^}]+\}/g, 'x')}`, {
      method: route.method,
      headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
      ...(['GET', 'HEAD', 'DELETE'].includes(route.method) ? {} : { body: '{}' }),
    })
    return answer.status === 403 && (await answer.json()).code === 'confirmation_required'
  }
  const inSession = adminCalls.filter(({ key }) => key !== 'auth.adminLogout')
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const confirmedAt = (at: Date | null) => server.db('sessions').where({ session_id: jti }).update({ confirmed_at: at })
  for (const at of [null, ago(10.1)]) {
    await confirmedAt(at)
    const asking: [string, boolean][] = []
    // One after the other: more than twenty at once of one admin are refused.
    for (const route of inSession) asking.push([route.key, await asks(route)])
    expect(asking).toEqual(inSession.map(({ key }) => [key, always.has(key)]))
  }
  await confirmedAt(ago(9.5))
  for (const route of inSession.filter(({ key }) => always.has(key))) {
    expect([route.key, await asks(route)]).toEqual([route.key, false])
  }
})
