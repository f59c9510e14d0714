import { isDeepStrictEqual } from 'node:util'
import { contract } from 'contract'
import { errorStatus } from 'contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { insertTicket } from '../src/people/tickets/tickets.queries.ts'
import { drawTicketNo } from '../src/people/tickets/tickets.service.ts'
import { issueDocuments } from '../src/sales/documents/documents.service.ts'
import { deletePromocode } from '../src/sales/promocodes/deleted-promocodes.queries.ts'
import { errorAnswers } from '../src/serve/http/openapi.ts'
import { routes } from '../src/serve/http/route-table.ts'
import { buildCourse, buildEnrolment, buildGiftCode, buildLesson, buildPromocode } from './catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { featureScenes } from './feature-scenes.ts'
import { startTestGateway } from './gateway.ts'
import { type GeneratedRequest, generateRequest, type Pools, seeded } from './generated-requests.ts'
import { buildAdmin, buildUser, PASSWORD } from './people-factories.ts'
import { isPlainRun, lengthOf, seed } from './scope.ts'
import { startTestServer, type TestServer } from './server.ts'
import { BUYER_GSTIN } from './tax-settings.ts'

const REQUESTS = lengthOf('REQUESTS', { full: 10_000, usual: 1_500, plain: 500 })
const PARALLEL = 8
/** Requests use up their users and rows, so they are created anew this often. */
const ROUND = 400
/** Calls that hash a password. */
const SELDOM = ['auth.login', 'auth.register', 'auth.adminLogin', 'account.changePassword']
/** The maximum of extra requests to a call without a valid one yet. */
const MORE = 240
/**
 * These calls require a signature, money at the gateway, an upload, a shop with a GSTIN, a second factor or a note's version,
 * which the generator cannot produce; each has its own tests.
 */
const UNREACHED = [
  // The page of a payment has a signed address.
  'orders.returned',
  'orders.openSignedSheet',
  'orders.payAgain',
  'orders.takeAfterOffer',
  'account.readLink',
  'account.confirmContact',
  'account.claim',
  'account.logInByLink',
  'orders.webhook',
  'orders.refund',
  'orders.grant',
  'orders.renewGift',
  'orders.guaranteeOffer',
  'orders.askGuarantee',
  'orders.declineGuarantee',
  'orders.approveRefund',
  'orders.declineRefund',
  'orders.disputeEvidence',
  'orders.sheetPaid',
  'media.upload',
  'assignments.takeUpload',
  'admins.removeSecondFactor',
  'auth.newAdminPassword',
  'secondFactor.logIn',
  'secondFactor.addApp',
  'secondFactor.removeApp',
  'secondFactor.addPasskey',
  'secondFactor.removePasskey',
  'secondFactor.renewRecoveryCodes',
  'notes.add',
  'notes.change',
  'questions.ask',
  'account.deleteOwn',
  'secondFactor.confirm',
  'documents.addGstin',
  'exports.gstr1',
  ...featureScenes.flatMap(({ unreached = [] }) => unreached),
]
/** Calls with files have their own tests. */
const ELSEWHERE = [
  'media.uploadImage',
  'media.uploadVideo',
  'assignments.addFile',
  ...featureScenes.flatMap(({ ungenerated = [] }) => ungenerated),
]

// The gateway has its own port, so that tests of invented keys never leave the machine.
let ledger: TestDatabase
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let server: TestServer
beforeAll(async () => {
  ledger = await createTestDatabase({ empty: true })
  gateway = await startTestGateway(ledger.db)
  gateway.clock.now = new Date()
  const { keyId, keySecret, baseUrl } = gateway.gatewayKeys
  const env = { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_BASE_URL: baseUrl }
  // Calls to Meta and Google end there too: nothing leaves the machine.
  const receivers = { ADS_BASE_URL: baseUrl, WHATSAPP_BASE_URL: baseUrl }
  server = await startTestServer({ work: false, env: { ...env, ...receivers } })
})
afterAll(async () => {
  await server.stop()
  await gateway.close()
  await ledger.drop()
})

type Round = {
  pools: Pools
  /** Values for a single call. */
  own: Record<string, Pools>
  tokens: { user: string; admin: string }
  /** Returns a token of a session that a call may end. */
  spare(access: 'user' | 'admin'): Promise<string>
}

/** Creates an unused image of the library; returns its id. */
async function buildPictureRow(db: TestServer['db']): Promise<string> {
  const media_id = crypto.randomUUID().replaceAll('-', '')
  const file = { kind: 'image', name: 'spare.webp', url: `/media/${media_id}/spare.webp`, bytes: 100, sha256: media_id }
  await db('media').insert({ media_id, ...file })
  return media_id
}

/** Creates sessions that a call may end, from another device than the calls. */
async function otherSessions(audience: 'user' | 'admin', id: number): Promise<string[]> {
  if (audience === 'user') await server.userToken({ id })
  else await server.adminToken()
  return server
    .db('sessions')
    .where({ [`${audience}_id`]: id })
    .orderBy('created_at', 'desc')
    .limit(1)
    .pluck('session_id')
}

const aQuestion = {
  question_id: 'q_1',
  kind: 'text',
  text: 'Which?',
  options: [],
  accepted: ['This'],
  explanation: null,
}

/** Creates a student with a course, an order, a gift and everything else that a valid request may name. */
async function newRound(): Promise<Round> {
  const { db } = server
  const [student, other] = [await buildUser(db), await buildUser(db, { coins: 1_000 })]
  const forgetful = await buildUser(db)
  const signedIn = await buildUser(db)
  const leaving = [await buildUser(db), await buildUser(db)]
  const courses = await Promise.all(Array.from({ length: 4 }, () => buildCourse(db, { price: 10 })))
  const enrolled = await buildEnrolment(db, { user_id: student.id })
  const lessons = [
    await buildLesson(db, { course_id: enrolled.course_id }),
    await buildLesson(db, { course_id: enrolled.course_id }),
  ]
  const [code, spareCode] = [await buildPromocode(db), await buildPromocode(db)]
  const gifts = [await buildGiftCode(db), await buildGiftCode(db)]
  const goneCode = await buildPromocode(db)
  const tickets = [drawTicketNo(), drawTicketNo()]
  const letter = { name: 'Asha', email: other.email, subject: 'A question', message: 'When does it begin?' }
  for (const ticketNo of tickets) await insertTicket(db, ticketNo, letter, new Date())
  const dates = { created_at: new Date(), expires_at: new Date(Date.now() + 3_600_000) }
  for (const [kind, value] of [
    ['email', `wanted-${student.user_id}@example.com`],
    ['phone', student.phone],
  ]) {
    await db('contact_changes').insert({ user_id: student.id, kind, value, ...dates })
  }
  await deletePromocode(db, String(goneCode.id), new Date())
  const helpers = [await buildAdmin(db), await buildAdmin(db)]
  const colleague = await buildAdmin(db)
  const notes: string[] = []
  for (const text of ['Asked for captions', 'Pays by cash', 'Calls back']) {
    const note = { user_id: other.id, admin_id: colleague.id, text, created_at: new Date() }
    const [{ note_id }] = await db('student_notes').insert(note).returning('note_id')
    notes.push(String(note_id))
  }
  const written = {
    course_id: enrolled.course_id,
    stars: 4,
    text: 'Good',
    created_at: new Date(),
    updated_at: new Date(),
  }
  await db('reviews').insert({ ...written, user_id: student.id })
  const [{ review_id }] = await db('reviews')
    .insert({ ...written, user_id: other.id })
    .returning('review_id')
  const requested: string[] = []
  for (const key of ['asked once', 'asked twice', 'asked again']) {
    const lesson_id = lessons[0]?.lesson_id
    const row = { user_id: other.id, course_id: enrolled.course_id, lesson_id, text: 'Why?', key, asked_at: new Date() }
    const [{ question_id }] = await db('questions').insert(row).returning('question_id')
    requested.push(String(question_id))
  }
  for (const { lesson_id } of lessons) {
    const done = {
      user_id: student.id,
      course_id: enrolled.course_id,
      lesson_id,
      seconds: 60,
      completed_at: new Date(),
    }
    await db('lesson_progress').insert(done)
  }
  const rules = {
    pass_mark: 50,
    gate: false,
    reveals: 'always',
    questions: JSON.stringify([aQuestion]),
    updated_at: new Date(),
  }
  for (const { lesson_id, course_id } of lessons) await db('quizzes').insert({ ...rules, lesson_id, course_id })
  const work = { instructions: 'Cut a reel', takes_text: true, file_kinds: [], gate: false, updated_at: new Date() }
  const criteria = JSON.stringify([{ criterion_id: 'c_1', text: 'It is short', points: null }])
  for (const { lesson_id, course_id } of lessons)
    await db('assignments').insert({ ...work, criteria, lesson_id, course_id })
  const handed = {
    course_id: enrolled.course_id,
    user_id: student.id,
    lesson_id: 'gone',
    text: 'A reel',
    handed_in_at: new Date(),
  }
  const [{ hand_in_id }] = await db('hand_ins')
    .insert({ ...handed, key: 'handed in once' })
    .returning('hand_in_id')
  const [tried, edited] = lessons.map(({ lesson_id }) => ({ lesson_id: [lesson_id] }))
  const devices = [1, 2, 3].map((number) => `${other.user_id}-${number}`)
  for (const session_id of devices)
    await db('sessions').insert({ session_id, audience: 'user', user_id: other.id, ...dates })
  const support = server.api(await server.adminToken('support'))
  const views: string[] = []
  for (const _ of devices) views.push((await support.students.beginView({ params: { id: other.user_id } })).code)
  const files = await Promise.all(Array.from({ length: 6 }, () => buildPictureRow(db)))
  const [receipt] = await issueDocuments(server.ctx, enrolled.order_id)
  const deleted = await buildCourse(db, { deleted_at: new Date() })
  const ids = courses.map((course) => course.course_id)
  const media = `/media/${await buildPictureRow(db)}/spare.webp`
  const tag = () => Math.floor(server.ctx.now().getTime() * 1000 + performance.now()).toString(36)
  const pools: Pools = {
    id: ids,
    course_id: ids,
    courseId: [enrolled.course_id, enrolled.course_id, ids[0]],
    order_id: [enrolled.order_id],
    document_id: [receipt?.document_id],
    'body[]': ids,
    lesson_id: lessons.map((lesson) => lesson.lesson_id),
    user_id: [student.user_id, student.user_id, student.user_id, other.user_id],
    promocode: [code.promocode, code.promocode.toLowerCase(), `NEW-${tag().toUpperCase()}`],
    code: [...gifts.map((gift) => gift.code), enrolled.order_id],
    email: [student.email, `${tag()}@example.com`],
    phone: [student.phone, '98765 43210', `9${String(Math.floor(performance.now() * 1e6)).slice(-9)}`, null],
    password: ['Mango-Kulfi-42', 'Another-Good-1'],
    current_password: ['Mango-Kulfi-42'],
    new_password: ['Mango-Kulfi-42', 'Another-Good-1'],
    reffered_by: [other.referral_code, other.user_id, '', null],
    expected_total: ['10', '20.00'],
    'idempotency-key': [`key-${tag()}`, 'key-1'],
    discount: ['1', '10', '100'],
    amount: ['1', '100', '1000000'],
    expiry_date: ['2026-12-31', '2020-01-01', '2027-01-01T10:00'],
    limit: ['1', '24', '1000'],
    offset: ['0', '3'],
    from: ['2026-01-01'],
    to: ['2027-01-01'],
    sort: ['newest'],
    status: ['paid', 'created'],
    q: ['course', 'a', '9'],
    seconds: [0, 5, 12.5],
    name: ['A name of a course or person', 'Asha'],
    long_description: ['What the sales page says,\nline by line, in more than fifty characters.'],
    description: ['What the card says of this course.'],
    header_text: ['A heading long enough'],
    header_below: ['The line below'],
    price: [499, 249.5, 1],
    banner: [media],
    image: [media],
    watch_link: ['https://vimeo.com/1084537', media],
    download_link: ['https://files.example/a.zip', '', null],
    'DEMO_REELS_VIDEOS[]': [media],
    'benefits_samples[]': [media, 'https://pictures.example/a.png'],
    api_key: ['rzp_test_generated'],
    api_secret: ['a-secret-that-is-long-enough'],
    'if-match': ['"stale"', undefined],
    fields: ['list'],
  }
  const lessonsOf = { course_id: [enrolled.course_id], id: [enrolled.course_id] }
  await db('course_versions').insert(
    [1, 2].map((version) => ({
      course_id: ids[0],
      version,
      body: JSON.stringify({ name: `A name of version ${version}` }),
      changed: version === 1 ? [] : ['name'],
      saved_at: new Date(),
    })),
  )
  await db('segments').delete()
  const readers = { name: `Hindi readers ${tag()}`, segment: { all: [{ language: 'hi' as const }] } }
  const { segment } = await server.api(await server.adminToken()).segments.create(readers)
  const free = await buildCourse(db, { free: true, price: 0 })
  const offer = { course_id: ids[2] ?? '', price: 1, headline: 'Add it', with: 'any' as const, active: true }
  const owner = server.api(await server.adminToken())
  // A settings call of an earlier round may have every purchase ask for an age, which the students of this one have not answered.
  await owner.settings.update({ body: { children: { ask: false } } })
  const offers: string[] = []
  for (const _ of [1, 2]) offers.push((await owner.offers.add({ body: offer })).offer.offer_id)
  const made = { server, owner, student, other, course_id: enrolled.course_id, ids, tag }
  const named = { ...made, lessons: lessons.map(({ lesson_id }) => lesson_id) }
  const ofFeatures = await Promise.all(featureScenes.map(({ round }) => round?.(named)))
  const pooled = (values: Record<string, unknown>): Pools =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]))
  const people = { id: [other.user_id, other.phone, other.user_id] }
  const own: Record<string, Pools> = {
    'auth.login': { email: [other.email], phone: [other.phone], password: ['Mango-Kulfi-42'] },
    'auth.adminLogin': { email: [server.ctx.config.admin.email], password: [server.ctx.config.admin.password] },
    'account.updateProfile': { user_id: [student.user_id], email: [student.email], phone: [student.phone] },
    // Otherwise the student of all other requests would be deleted.
    'account.deleteOwn': { current_password: ['Not-This-One-7'] },
    'media.replace': { media_id: [files[2]], with: [files[3]] },
    'media.deleteMany': { 'media_ids[]': [files[4]] },
    'media.move': { 'media_ids[]': [files[5]], folder: ['Reels'] },
    'courses.create': { course_id: ['', null] },
    'courses.version': { course_id: ids.slice(0, 1), version: ['1'] },
    'courses.restoreVersion': { course_id: ids.slice(0, 1), version: ['1', '2'] },
    'courses.delete': { course_id: [ids[3]] },
    'courses.setStates': { 'courses[].course_id': [ids[3], deleted.course_id] },
    'courses.restore': { id: [ids[3], deleted.course_id] },
    'freeCourses.take': { course_id: [free.course_id] },
    'freeCourses.ask': { course_id: [free.course_id] },
    'orders.price': { 'course_ids[]': ids.slice(0, 1), promocode: [null, code.promocode], offer: [null] },
    'offers.update': {
      ...pooled({ ...offer, offer_id: offers[0], from: null, until: null }),
      course_id: ids.slice(2, 3),
    },
    'offers.delete': { offer_id: offers.slice(1) },
    ...Object.assign({}, ...ofFeatures),
    'segments.update': { segment_id: [segment.segment_id] },
    'segments.delete': { segment_id: [segment.segment_id] },
    'promocodes.add': {
      promocode: Array.from({ length: 40 }, (_, index) => `new-${tag()}-${index}`),
      course_id: [...ids, 'all', null],
      course_ids: [null, ids.slice(0, 2).join(',')],
      amount: [null],
      max_discount: [null, '150'],
      minimum_order: ['499.50'],
      start_date: ['2026-01-01'],
      max_uses: ['5'],
      max_uses_per_buyer: ['1'],
      max_seats: [null, '2'],
      segment: [null],
    },
    'promocodes.update': {
      id: [code.id],
      start_date: [null],
      max_uses: [null, 5],
      max_uses_per_buyer: [null, 1],
      amount: [null],
      max_discount: [null, 150],
      minimum_order: [null, 499.5],
    },
    'promocodes.restore': { id: [goneCode.id] },
    'promocodes.delete': { id: [spareCode.id, spareCode.promocode] },
    'orders.buy': {
      promocode: [code.promocode],
      expected_total: ['9'],
      billing_state: ['29'],
      billing_gstin: [BUYER_GSTIN],
      billing_name: ['Verma Studios'],
      billing_address: ['4 MG Road'],
      billing_place: ['Bengaluru'],
      billing_pin: ['560001'],
      billing_sez: ['true', 'false'],
      // A settings call of the same round may have the checkout ask for it.
      adult: ['yes'],
      'body[]': ids.slice(0, 1),
      user_id: [student.user_id],
    },
    'orders.setRefundLimit': { limit: [null, 900] },
    'orders.paymentStatus': { course_id: [enrolled.course_id], user_id: [student.user_id] },
    'learning.progress': lessonsOf,
    'learning.addContent': { ...lessonsOf, title: ['A lesson'], 'content[]': [] },
    'learning.adminGetContent': lessonsOf,
    'assignments.get': { ...tried },
    'assignments.handIn': { ...tried, text: ['My work'], file_id: [null] },
    // A deleted file stays deleted.
    'assignments.removeFile': { ...tried, file_id: ['no file'] },
    'assignments.takeBack': { ...tried, hand_in_id: [String(1e9)] },
    'assignments.save': { ...edited, text: ['It is short'], takes_text: [true] },
    'assignments.remove': { ...edited },
    'assignments.adminRead': { id: [String(hand_in_id)] },
    'assignments.mark': { id: [String(hand_in_id)], accepted: [true], seen: [null], 'marks[]': [] },
    'quizzes.get': { ...tried },
    'quizzes.save': { ...edited, kind: ['text'], 'accepted[]': ['This'], text: ['Which?'], version: [1] },
    'quizzes.submit': { ...tried, version: [1] },
    'quizzes.remove': { ...edited },
    'documents.setTaxSettings': {
      valid_from: ['2099-04-01'],
      state_code: ['27'],
      gstin: ['27AAPFU0939F1ZV'],
      cin: ['', 'U80904MH2024PTC123456'],
      sac: ['999293'],
      rate: [18, 0, 12.5],
      legal_name: ['SkillHaat Learning'],
      address: ['12 Station Road, Palghar'],
    },
    'documents.setInvoicePrefix': { prefix: ['SH', 'INV'], next: [7_000] },
    'account.resendLink': { kind: ['email', 'phone'] },
    'account.cancelChange': { kind: ['email', 'phone'] },
    'account.endSession': { session_id: await otherSessions('user', student.id) },
    'admins.endSession': { session_id: await otherSessions('admin', 1) },
    'tickets.list': { status: ['open', 'done'] },
    'tickets.get': { ticket_no: tickets },
    'tickets.answer': { ticket_no: tickets, text: ['An answer'] },
    'tickets.setStatus': { ticket_no: tickets, status: ['open', 'done'] },
    'users.coins': people,
    'users.get': people,
    'users.update': { ...people, email: [other.email], phone: [other.phone] },
    'users.sendAccess': people,
    'media.rename': { media_id: files },
    'media.delete': { media_id: files },
    'admins.changePassword': { current_password: [PASSWORD], new_password: [PASSWORD] },
    'admins.update': { admin_id: [colleague.admin_id] },
    'admins.resetPassword': { admin_id: [colleague.admin_id] },
    'admins.end': { admin_id: helpers.map((admin) => admin.admin_id) },
    'exports.learning': { course_id: [enrolled.course_id] },
    'exports.documents': { month: ['2026-11', '2026-12'] },
    'exports.gstr1': { month: ['2026-11', '2026-12'] },
    'exports.settlements': { month: ['2026-11', '2026-12'] },
    'settlements.month': { month: ['2026-11', '2026-12'] },
    'settlements.read': { month: ['2026-11', '2026-12'] },
    'users.delete': { id: leaving.map((user) => user.user_id) },
    'users.orders': people,
    'users.addCoins': people,
    'enrolments.plan': {
      'course_ids[]': ids,
      text: ['asha@example.com\n98765 43210', 'name,email\nAsha,a@example.com'],
    },
    'enrolments.give': { 'course_ids[]': ids.slice(0, 1), email: [other.email], phone: [null], name: [null] },
    'enrolments.extend': { course_id: ids.slice(0, 1), 'user_ids[]': [other.user_id], until: ['2099-03-03'] },
    'enrolments.take': { 'course_ids[]': ids.slice(0, 1), email: [other.email], phone: [null], name: [null] },
    'orders.bookOutside': {
      user_id: [other.user_id],
      'course_ids[]': ids.slice(0, 1),
      amount: [1, 2.5],
      method: ['cash'],
      received_on: ['2026-01-02'],
      reference: ['R-1', 'R-2'],
      billing_state: ['29'],
      billing_gstin: [BUYER_GSTIN],
    },
    'reviews.mine': { course_id: [enrolled.course_id] },
    'reviews.save': { course_id: [enrolled.course_id], stars: [1, 5] },
    'reviews.remove': { course_id: [enrolled.course_id] },
    'reviews.reply': { review_id: [review_id], text: ['Thank you'] },
    'reviews.hide': { review_id: [review_id], reason: ['A phone number'] },
    'questions.list': { courseId: [enrolled.course_id], lessonId: lessons.map(({ lesson_id }) => lesson_id) },
    // A deleted note stays deleted.
    'notes.remove': { id: notes },
    'questions.remove': { id: requested },
    'questions.adminList': { status: ['waiting', 'answered'] },
    'questions.adminGet': { id: requested.slice(0, 2) },
    'questions.answer': { id: requested.slice(0, 2), text: ['An answer'], seen: [null, 'An answer'] },
    'questions.delete': { id: requested.slice(2) },
    'students.get': people,
    'students.orders': people,
    'students.notes': people,
    'students.beginView': people,
    'students.openView': { code: views },
    'students.addNote': people,
    'students.deleteNote': { ...people, note_id: notes },
    'students.endSession': { ...people, session_id: devices },
    'students.endSessions': { id: [signedIn.user_id] },
    'users.subtractCoins': { ...people, amount: ['1'] },
  }
  return {
    pools,
    own,
    tokens: { user: await server.userToken(student), admin: await server.adminToken() },
    // A separate owner, so that a changed password affects nobody else.
    spare: (access) => (access === 'user' ? server.userToken(forgetful) : server.adminToken('owner')),
  }
}

/** Calls that end their own session. */
const ENDING = ['auth.logout', 'auth.adminLogout', 'account.changePassword', 'admins.changePassword']

/** `refusal`: the latest answer of 400 or more. */
type Tally = { sent: number; accepted: number; refusal?: string }

function outputSchema(key: string): z.ZodType | undefined {
  const [group = '', name = ''] = key.split('.')
  const router = contract as unknown as Record<string, Record<string, { '~orpc': { outputSchema?: z.ZodType } }>>
  return router[group]?.[name]?.['~orpc'].outputSchema
}

async function check(request: GeneratedRequest, { tokens, spare }: Round, tally: Tally): Promise<void> {
  const { route, path, query, headers, body } = request
  const tokenFor = async () => {
    if (route.access === 'public') return undefined
    return ENDING.includes(route.key) ? spare(route.access) : tokens[route.access]
  }
  const token = await tokenFor()
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const answer = await server.request(`/api${path}${search}`, {
    method: route.method,
    headers: {
      ...(token ? { authorization: `bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  const isFile =
    answer.headers.has('content-disposition') ||
    /^(text\/csv|text\/plain|text\/calendar|application\/pdf)/.test(answer.headers.get('content-type') ?? '')
  const where = `${route.method} ${path}${search} ${body ?? ''} → ${answer.status} ${text}`.slice(0, 2_000)
  tally.sent++
  if (answer.status >= 500) throw new Error(`a fault of ours: ${where}`)
  if (answer.status >= 400) {
    const error = JSON.parse(text)
    if (typeof error.detail !== 'string' || error.detail === '')
      throw new Error(`an error without a sentence: ${where}`)
    const known = errorStatus[error.code as keyof typeof errorStatus]
    if (known !== answer.status && error.code !== 'too_large') throw new Error(`code and status disagree: ${where}`)
    if (!errorAnswers(route).get(answer.status)?.includes(error.code))
      throw new Error(`an error that the document does not name: ${where}`)
    tally.refusal = where
    return
  }
  tally.accepted++
  if (answer.status === 204 || answer.status === 304) return
  // Files have their own tests; here one only has to exist.
  if (isFile && text.length > 1) return
  const value = JSON.parse(text)
  const parsed = outputSchema(route.key)?.safeParse(value)
  if (!parsed?.success || !isDeepStrictEqual(parsed.data, value))
    throw new Error(`not what the contract says: ${where}`)
}

test(`${REQUESTS} generated requests: never a 5xx, every response and error as in the contract`, async () => {
  const random = seeded(seed)
  const keys = routes.map((route) => route.key).filter((key) => !ELSEWHERE.includes(key))
  const often = keys.filter((key) => !SELDOM.includes(key))
  const tallies = new Map<string, Tally>(keys.map((key) => [key, { sent: 0, accepted: 0 }]))
  let round = await newRound()
  let done = 0
  const send = async (batch: readonly GeneratedRequest[]) => {
    await Promise.all(batch.map((request) => check(request, round, tallies.get(request.route.key) as Tally))).catch(
      (error) => {
        const faults = server.logged.filter((line) => /"level":(50|"error")/.test(line)).slice(-2)
        throw new Error(`seed ${seed}, request ${done}: ${error.message}\n${faults.join('')}`)
      },
    )
    done += batch.length
  }
  const generate = (key: string) => generateRequest(random, key, { ...round.pools, ...round.own[key] }, 45)
  while (done < REQUESTS) {
    if (done % ROUND === 0) round = await newRound()
    await send(
      Array.from({ length: PARALLEL }, () => generate(random.chance(3) ? random.pick(SELDOM) : random.pick(often))),
    )
  }
  // A call without a valid request by chance gets more; a plain run sends those by chance alone.
  for (const [key, tally] of tallies) {
    for (
      let more = isPlainRun ? MORE : 0;
      more < MORE && tally.accepted === 0 && !UNREACHED.includes(key);
      more += PARALLEL
    ) {
      round = await newRound()
      await send(Array.from({ length: PARALLEL }, () => generate(key)))
    }
  }
  const accepted = [...tallies.values()].reduce((sum, tally) => sum + tally.accepted, 0)
  const sent = [...tallies.values()].reduce((sum, tally) => sum + tally.sent, 0)
  console.info(`generated requests: ${sent} sent, ${accepted} accepted, seed ${seed}`)
  console.info([...tallies].map(([key, tally]) => `${key} ${tally.accepted}/${tally.sent}`).join('  '))
  const never = [...tallies].filter(([, tally]) => tally.accepted === 0).map(([key]) => key)
  const left = never.filter((key) => !UNREACHED.includes(key))
  const reached = UNREACHED.filter((key) => !never.includes(key))
  const refused = left.map((key) => `${key}: ${tallies.get(key)?.refusal}`)
  if (!isPlainRun) expect({ seed, refused, reached }).toEqual({ seed, refused: [], reached: [] })
  expect(accepted).toBeGreaterThan(REQUESTS / 5)
}, 300_000)
