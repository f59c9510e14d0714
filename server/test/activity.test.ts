import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTicket } from '../src/people/tickets/tickets.queries.ts'
import { type Route, routes } from '../src/serve/http/route-table.ts'
import { environmentChanged } from '../src/shop/moments/moments.ts'
import { buildCourse, buildEnrolment, buildLesson, buildPaidOrder, buildPromocode } from './catalogue-factories.ts'
import { featureScenes, type Scene } from './feature-scenes.ts'
import { buildAdmin, buildUser } from './people-factories.ts'
import { startTestServer, type TestServer } from './server.ts'
import { picture } from './upload-files.ts'

/** Checks that every admin write of the contract leaves its entry; the last test reports calls without a scene here. */

const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.adminToken()
})
afterAll(() => server.stop())

type Entry = {
  call: string
  kind: string
  target_id: string | null
  target_name: string | null
  admin_email: string
  admin_role: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const entries = (): Promise<Entry[]> => server.db('activity').orderBy('id')

const newCourse = (name: string) => ({
  name,
  description: 'What the card says of this course.',
  long_description: 'What the sales page says of this course, line by line, in many words.',
  header_text: 'The heading of the course',
  header_below: 'The line below it',
  price: 499,
  banner: `/media/${'0'.repeat(32)}/banner.webp`,
})

async function openTicket(ticket_no: string): Promise<string> {
  const person = { name: 'Asha', email: 'asha@example.com', subject: 'A question', message: 'When?' }
  await insertTicket(server.db, ticket_no, person, new Date())
  return ticket_no
}

async function buildSegment(name: string): Promise<string> {
  const body = { name, segment: { all: [{ language: 'hi' as const }] } }
  return (await server.api(token).segments.create(body)).segment.segment_id
}

/** Creates a review by a student of a course. */
async function buildReview(): Promise<{ course_id: string; review_id: number }> {
  const { course_id, user_id } = await buildEnrolment(server.db)
  const written = { course_id, user_id, stars: 4, text: 'Good', created_at: new Date(), updated_at: new Date() }
  const [{ review_id }] = await server.db('reviews').insert(written).returning('review_id')
  return { course_id, review_id }
}

/** Creates a question under a deleted lesson. */
async function buildQuestion(): Promise<string> {
  const { course_id, user_id } = await buildEnrolment(server.db)
  const requested = { course_id, user_id, lesson_id: 'gone', text: 'Why?', key: 'asked once', asked_at: new Date() }
  const [{ question_id }] = await server.db('questions').insert(requested).returning('question_id')
  return String(question_id)
}

/** Creates an offer at a course's side, by hand of the owner. */
async function buildOffer() {
  const { course_id } = await buildCourse(server.db, { price: 299 })
  const body = { course_id, price: 149, headline: 'With scripts', with: 'any' as const, active: true }
  return { body, offer_id: (await server.api(token).offers.add({ body })).offer_id }
}

/** Creates a submission under a deleted lesson. */
async function buildHandIn(): Promise<string> {
  const { course_id, user_id } = await buildEnrolment(server.db)
  const work = {
    course_id,
    user_id,
    lesson_id: 'gone',
    text: 'A reel',
    key: 'handed in once',
    handed_in_at: new Date(),
  }
  const [{ hand_in_id }] = await server.db('hand_ins').insert(work).returning('hand_in_id')
  return String(hand_in_id)
}

const anAssignment = {
  instructions: 'Cut a reel',
  takes_text: true,
  file_kinds: [],
  gate: false,
  criteria: [{ text: 'It is short', points: 5 }],
}

const aQuiz = {
  pass_mark: 50,
  gate: false,
  reveals: 'passed' as const,
  questions: [{ kind: 'text' as const, text: 'Which?', accepted: ['This'] }],
}

/** A call by its contract name, and the expected content of its entry. */
const scenes: Record<string, () => Promise<Scene>> = {
  'courses.create': async () => ({
    path: '/admin/courses/create',
    body: newCourse('A fresh course'),
    expected: {
      kind: 'course',
      target_name: 'A fresh course',
      before: null,
      after: expect.objectContaining({ price: 499 }),
    },
  }),
  'courses.update': async () => {
    const course = await buildCourse(server.db, { name: 'Before it', price: 499 })
    return {
      path: `/admin/courses/update_course/${course.course_id}`,
      body: {
        name: 'After it',
        price: 599,
        description: course.description,
        faq: Array(40).fill({ question: 'Q', answer: 'A' }),
      },
      expected: {
        target_id: course.course_id,
        before: { name: 'Before it', price: 499, faq: [] },
        after: { name: 'After it', price: 599, faq: '40 entries' },
      },
    }
  },
  'courses.duplicate': async () => {
    const { course_id } = await buildCourse(server.db, { name: 'A course twice' })
    return {
      path: `/admin/courses/duplicate_course/${course_id}`,
      expected: { kind: 'course', target_name: 'A course twice (copy)', before: null },
    }
  },
  'courses.delete': async () => {
    const { course_id } = await buildCourse(server.db)
    return {
      path: `/admin/courses/delete_course/${course_id}`,
      expected: { target_id: course_id, after: { deleted: true } },
    }
  },
  'courses.restore': async () => {
    const { course_id } = await buildCourse(server.db, { deleted_at: new Date() })
    return {
      path: `/admin/courses/restore_course/${course_id}`,
      expected: { target_id: course_id, after: { deleted: false } },
    }
  },
  'courses.setPlacement': async () => {
    const { course_id } = await buildCourse(server.db)
    return {
      path: `/admin/courses/set_placement/${course_id}`,
      body: { published: false },
      expected: { target_id: course_id, before: { state: 'published' }, after: { state: 'draft' } },
    }
  },
  'courses.setSchedule': async () => {
    const { course_id } = await buildCourse(server.db)
    const sale = { price: 299, from: '2030-12-01T04:30:00.000Z', until: '2030-12-03T04:30:00.000Z' }
    return {
      path: `/admin/courses/set_schedule/${course_id}`,
      body: { publish_at: null, withdraw: null, sale },
      expected: { target_id: course_id, before: { sale: null }, after: { sale } },
    }
  },
  'courses.setStates': async () => {
    const { course_id } = await buildCourse(server.db)
    return {
      path: '/admin/courses/set_states',
      body: { courses: [{ course_id, state: 'archived' }] },
      expected: { target_id: course_id, before: { state: 'published' }, after: { state: 'archived' } },
    }
  },
  'courses.restoreVersion': async () => {
    const { course_id } = await buildCourse(server.db, { name: 'Before the save' })
    const admin = server.api(await server.adminToken())
    await admin.courses.update({ params: { id: course_id }, headers: {}, body: { name: 'After the save' } })
    return {
      path: `/admin/courses/${course_id}/versions/1/restore`,
      body: {},
      expected: { target_id: course_id, before: { name: 'After the save' }, after: { name: 'Before the save' } },
    }
  },
  'courses.checkLinks': async () => ({
    path: '/admin/courses/check_links',
    body: { links: ['https://127.0.0.1/x'] },
    expected: { kind: 'lessons', after: { links: 1, not_ok: 1 } },
  }),
  'promocodes.add': async () => ({
    path: '/admin/promocodes/add?promocode=diwali&discount=20&expiry_date=2999-01-01',
    expected: {
      kind: 'promocode',
      target_name: 'DIWALI',
      after: {
        discount: 20,
        start_date: null,
        expiry_date: '2999-01-01',
        scope: 'All courses',
        max_uses: null,
        max_uses_per_buyer: null,
        paused: false,
        listed: true,
      },
    },
  }),
  'promocodes.update': async () => {
    const code = await buildPromocode(server.db, { discount: 15 })
    return {
      path: `/admin/promocodes/update_promocode/${code.id}`,
      body: { discount: 25 },
      expected: { kind: 'promocode', target_id: code.id },
    }
  },
  'promocodes.delete': async () => {
    const code = await buildPromocode(server.db, { discount: 15 })
    return {
      path: `/admin/promocodes/delete_promocode/${code.id}`,
      expected: { target_name: code.promocode, before: expect.objectContaining({ discount: 15 }), after: null },
    }
  },
  'promocodes.restore': async () => {
    const code = await buildPromocode(server.db, { discount: 15 })
    await server.api(token).promocodes.delete({ params: { id: code.id } })
    return { path: `/admin/promocodes/restore_promocode/${code.id}`, expected: { target_id: code.id, before: null } }
  },
  'segments.create': async () => ({
    path: '/admin/segments',
    body: { name: 'Hindi readers', segment: { all: [{ language: 'hi' }] } },
    expected: { kind: 'other', target_name: 'Hindi readers' },
  }),
  'segments.update': async () => ({
    path: `/admin/segments/${await buildSegment('Readers in Hindi')}`,
    body: { name: 'Readers in Marathi' },
    expected: { kind: 'other', target_name: 'Readers in Marathi', before: { name: 'Readers in Hindi' } },
  }),
  'segments.delete': async () => ({
    path: `/admin/segments/${await buildSegment('Readers of old')}`,
    expected: { kind: 'other', target_name: 'Readers of old' },
  }),
  'offers.add': async () => {
    const { course_id } = await buildCourse(server.db, { price: 299 })
    return {
      path: '/admin/offers',
      body: { course_id, price: 149, headline: 'With scripts', with: 'any', active: true },
      expected: { kind: 'offer', after: expect.objectContaining({ price: 149, with: 'any' }) },
    }
  },
  'offers.update': async () => {
    const { body, offer_id } = await buildOffer()
    return {
      path: `/admin/offers/${offer_id}`,
      body: { ...body, price: 199 },
      expected: { kind: 'offer', target_id: offer_id, before: { price: 149 }, after: { price: 199 } },
    }
  },
  'offers.delete': async () => {
    const { offer_id } = await buildOffer()
    return { path: `/admin/offers/${offer_id}`, expected: { kind: 'offer', target_id: offer_id, after: null } }
  },
  'learning.addContent': async () => {
    const lesson = await buildLesson(server.db, { title: 'Old lesson' })
    return {
      path: `/admin/courses/add_content/${lesson.course_id}`,
      body: { course_id: lesson.course_id, content: [{ title: 'New lesson', watch_link: lesson.watch_link }] },
      expected: {
        kind: 'lessons',
        target_id: lesson.course_id,
        before: { number: 1, lessons: [`Old lesson · ${lesson.watch_link}`] },
        after: { number: 1, lessons: [`New lesson · ${lesson.watch_link}`] },
      },
    }
  },
  'assignments.save': async () => {
    const lesson = await buildLesson(server.db, { title: 'A lesson that wants work' })
    return {
      path: `/admin/assignments/${lesson.lesson_id}`,
      body: anAssignment,
      expected: {
        kind: 'lessons',
        target_id: lesson.course_id,
        before: null,
        after: expect.objectContaining({ assignment_of: 'A lesson that wants work', criteria: ['It is short (5)'] }),
      },
    }
  },
  'assignments.remove': async () => {
    const lesson = await buildLesson(server.db, { title: 'A lesson that wants work' })
    const params = { lesson_id: lesson.lesson_id }
    await server.api(token).assignments.save({ params, body: anAssignment })
    return {
      path: `/admin/assignments/${lesson.lesson_id}`,
      expected: {
        kind: 'lessons',
        target_id: lesson.course_id,
        after: null,
        before: expect.objectContaining({ assignment_of: 'A lesson that wants work' }),
      },
    }
  },
  'assignments.mark': async () => {
    const id = await buildHandIn()
    return {
      path: `/admin/hand_ins/${id}/mark`,
      body: { accepted: true, marks: [], feedback: 'Words that nobody else reads' },
      expected: { kind: 'ticket', target_id: `W-${id}`, before: { status: 'waiting' }, after: { status: 'accepted' } },
    }
  },
  'quizzes.save': async () => {
    const lesson = await buildLesson(server.db, { title: 'A lesson that asks' })
    return {
      path: `/admin/quizzes/${lesson.lesson_id}`,
      body: aQuiz,
      expected: {
        kind: 'lessons',
        target_id: lesson.course_id,
        before: null,
        after: expect.objectContaining({ quiz_of: 'A lesson that asks', pass_mark: 50, questions: ['Which?'] }),
      },
    }
  },
  'quizzes.remove': async () => {
    const lesson = await buildLesson(server.db, { title: 'A lesson that asks' })
    const params = { lesson_id: lesson.lesson_id }
    await server.api(token).quizzes.save({ params, body: aQuiz })
    return {
      path: `/admin/quizzes/${lesson.lesson_id}`,
      expected: {
        kind: 'lessons',
        target_id: lesson.course_id,
        after: null,
        before: expect.objectContaining({ quiz_of: 'A lesson that asks', questions: ['Which?'] }),
      },
    }
  },
  'users.update': async () => {
    const user = await buildUser(server.db, { email: 'mistyped@example.com', phone: '9811111111' })
    return {
      path: `/admin/users/${user.user_id}`,
      body: { email: 'right@example.com', phone: '9811112222' },
      expected: {
        kind: 'user',
        target_id: user.user_id,
        before: { email: 'm…@example.com', phone: '…1111' },
        after: { email: 'r…@example.com', phone: '…2222' },
      },
    }
  },
  'users.sendAccess': async () => {
    const user = await buildUser(server.db)
    return {
      path: `/admin/users/${user.user_id}/send_access`,
      expected: { target_id: user.user_id, after: { access_mail: 'sent' } },
    }
  },
  'reviews.reply': async () => {
    const { course_id, review_id } = await buildReview()
    return {
      path: `/admin/reviews/${review_id}/reply`,
      body: { text: 'Thank you' },
      expected: { kind: 'course', target_id: course_id, before: { reply: null }, after: { reply: 'Thank you' } },
    }
  },
  'reviews.hide': async () => {
    const { course_id, review_id } = await buildReview()
    return {
      path: `/admin/reviews/${review_id}/hidden`,
      body: { reason: 'A phone number' },
      expected: {
        kind: 'course',
        target_id: course_id,
        before: { hidden_reason: null },
        after: { hidden_reason: 'A phone number' },
      },
    }
  },
  'questions.answer': async () => {
    const id = await buildQuestion()
    return {
      path: `/admin/questions/${id}/answer`,
      body: { text: 'An answer', shown: true },
      expected: {
        kind: 'ticket',
        target_id: `Q-${id}`,
        before: { status: 'waiting', shown: false },
        after: { status: 'answered', shown: true },
      },
    }
  },
  'questions.delete': async () => {
    const id = await buildQuestion()
    return {
      path: `/admin/questions/${id}`,
      expected: { kind: 'ticket', target_id: `Q-${id}`, before: { status: 'waiting', shown: false }, after: null },
    }
  },
  'tickets.answer': async () => {
    const ticket_no = await openTicket('T-ABCDEF')
    return {
      path: `/admin/tickets/${ticket_no}/answer`,
      body: { text: 'An answer' },
      expected: {
        kind: 'ticket',
        target_id: ticket_no,
        before: { status: 'open' },
        after: { status: 'done', answer: 'sent' },
      },
    }
  },
  'tickets.setStatus': async () => {
    const ticket_no = await openTicket('T-GHJKMN')
    return {
      path: `/admin/tickets/${ticket_no}/status`,
      body: { status: 'done' },
      expected: { kind: 'ticket', target_id: ticket_no, before: { status: 'open' }, after: { status: 'done' } },
    }
  },
  'users.delete': async () => {
    const user = await buildUser(server.db)
    return { path: `/admin/users/${user.user_id}`, expected: { target_id: user.user_id, target_name: 'Deleted user' } }
  },
  'users.addCoins': async () => {
    const user = await buildUser(server.db)
    return {
      path: `/admin/add_coins/${user.user_id}?amount=7`,
      body: { reason: 'A prize of the Diwali quiz' },
      expected: {
        target_id: user.user_id,
        before: { coins: 0 },
        after: { coins: 7, reason: 'A prize of the Diwali quiz' },
      },
    }
  },
  'enrolments.give': async () => {
    const user = await buildUser(server.db)
    const { course_id, name } = await buildCourse(server.db)
    return {
      path: '/admin/enrolments',
      body: { course_ids: [course_id], people: [{ email: user.email, phone: null, name: null }], mail: false },
      expected: { kind: 'user', target_id: user.user_id, after: { courses: name, students: 1, mail: false } },
    }
  },
  'enrolments.extend': async () => {
    const { user_id, course_id, order_id } = await buildEnrolment(server.db)
    const sold = { access_period: 'P12M' }
    await server.db('order_lines').where({ order_id }).update(sold)
    const ends = { ...sold, ends_at: new Date('2030-01-01T00:00:00Z') }
    await server.db('enrolments').where({ user_id, course_id }).update(ends)
    const user = await server.db('users').where({ id: user_id }).first()
    return {
      path: '/admin/enrolments/extend',
      body: { course_id, user_ids: [user.user_id], until: '2030-02-01' },
      expected: {
        kind: 'user',
        target_id: user.user_id,
        after: expect.objectContaining({ until: '2030-02-01', access_ends_at: '2030-02-01T18:29:59.999Z' }),
      },
    }
  },
  'enrolments.take': async () => {
    const { course_id, name } = await buildCourse(server.db)
    return {
      path: '/admin/enrolments/take',
      body: { course_ids: [course_id], people: [{ email: 'nobody@example.com', phone: null, name: null }], paid: true },
      expected: { kind: 'user', target_name: '0 students', before: { courses: name, students: 0, paid: true } },
    }
  },
  'orders.bookOutside': async () => {
    const user = await buildUser(server.db)
    const { course_id } = await buildCourse(server.db, { price: 499 })
    const sale = { method: 'cash', reference: 'R-17', received_on: '2026-01-02' }
    return {
      path: '/admin/orders/outside',
      body: { user_id: user.user_id, course_ids: [course_id], amount: 499, ...sale, confirm_day: true },
      expected: { kind: 'order', after: { status: 'paid', amount: 499, ...sale } },
    }
  },
  'students.addNote': async () => {
    const user = await buildUser(server.db)
    return {
      path: `/admin/students/${user.user_id}/notes`,
      body: { text: 'Asked for Marathi captions' },
      expected: { kind: 'user', target_id: user.user_id, after: { note: 'added' } },
    }
  },
  'students.deleteNote': async () => {
    const user = await buildUser(server.db)
    const { id } = await server.db('admins').first('id')
    const note = { user_id: user.id, admin_id: id, text: 'Paid twice by mistake', created_at: new Date() }
    const [{ note_id }] = await server.db('student_notes').insert(note).returning('note_id')
    return {
      path: `/admin/students/${user.user_id}/notes/${note_id}`,
      expected: { kind: 'user', target_id: user.user_id, after: { note: 'removed' } },
    }
  },
  'students.beginView': async () => {
    const user = await buildUser(server.db)
    return {
      path: `/admin/students/${user.user_id}/view`,
      expected: { kind: 'user', target_id: user.user_id, after: { view: 'read only', until: expect.any(String) } },
    }
  },
  'students.endSession': async () => {
    const user = await buildUser(server.db)
    await server.userToken(user)
    const { session_id } = await server.db('sessions').where({ user_id: user.id }).first('session_id')
    return {
      path: `/admin/students/${user.user_id}/sessions/${session_id}`,
      expected: { kind: 'user', target_id: user.user_id, after: { signed_out: 'one device' } },
    }
  },
  'students.endSessions': async () => {
    const user = await buildUser(server.db)
    return {
      path: `/admin/students/${user.user_id}/sessions`,
      expected: { kind: 'user', target_id: user.user_id, after: { signed_out: 'everywhere' } },
    }
  },
  'users.subtractCoins': async () => {
    const user = await buildUser(server.db, { coins: 9 })
    return {
      path: `/admin/subtract_coins/${user.user_id}?amount=7`,
      expected: { before: { coins: 9 }, after: { coins: 2, reason: 'no reason given' } },
    }
  },
  'orders.recheck': async () => {
    const { order_id } = await buildPaidOrder(server.db)
    await server.db('orders').where({ order_id }).update({ subtotal_paise: 0, total_paise: 0 })
    return { path: `/admin/orders/${order_id}/recheck`, expected: { kind: 'order', target_id: order_id } }
  },
  'referrals.update': async () => ({
    path: '/admin/referrals',
    body: { reward_coins: 25 },
    expected: { kind: 'settings', before: { reward_coins: 0 }, after: { reward_coins: 25 } },
  }),
  'gateway.add': async () => {
    // A shop in test stays in test by a test key: a change to test or live is a second entry.
    await environmentChanged(server.ctx)
    return {
      path: '/admin/paymment_gateway/add_razorpay',
      body: { api_key: 'rzp_test_new', api_secret: 'SENTINEL-secret-4321', webhook_secret: 'SENTINEL-webhook' },
      expected: {
        kind: 'gateway',
        after: { api_key: 'rzp_test_new', api_secret: '••••••••4321', webhook_secret: '••••' },
      },
    }
  },
  'gateway.setWebhookSecret': async () => ({
    path: '/admin/paymment_gateway/webhook_secret',
    body: { webhook_secret: 'SENTINEL-another-webhook' },
    // `gateway.add` has saved one.
    expected: { kind: 'gateway', before: { webhook_secret: '••••' }, after: { webhook_secret: '•••• (another one)' } },
  }),
  'settings.update': async () => ({
    path: '/admin/settings',
    body: { claims: { countries: '3' } },
    expected: { kind: 'settings', before: { 'claims.countries': '' }, after: { 'claims.countries': '3' } },
  }),
  'overview.mailTest': async () => ({
    path: '/admin/mail_test',
    body: { email: 'owner@example.in' },
    expected: { before: null, after: null },
  }),
  'beforeLive.settle': async () => ({
    path: '/admin/before_live',
    body: { step: 'line', settled: true },
    expected: { kind: 'settings', before: { line: 'open' }, after: { line: 'settled' } },
  }),
  'beforeLive.begin': async () => {
    await server
      .db('courses')
      .where({ course_id: (await buildCourse(server.db)).course_id })
      .update({ demo: true })
    return {
      path: '/admin/before_live/begin',
      expected: { kind: 'settings', before: { demo: true }, after: { demo: false } },
    }
  },
  'beforeLive.removeTests': async () => ({
    path: '/admin/before_live/remove_tests',
    expected: { kind: 'settings', before: { test_orders: 0 }, after: { test_orders: 0 } },
  }),
  'documents.setInvoicePrefix': async () => ({
    path: '/admin/invoice_prefix',
    body: { prefix: 'MEL' },
    expected: {
      kind: 'settings',
      target_id: 'invoices',
      before: { invoice_prefix: 'SH' },
      after: { invoice_prefix: 'MEL' },
    },
  }),
  'admins.create': async () => ({
    path: '/admin/admins',
    body: { email: 'made@example.com', role: 'support' },
    expected: { kind: 'admin', target_name: 'made@example.com', after: { role: 'support', name: null } },
  }),
  'admins.update': async () => {
    const { admin_id } = await buildAdmin(server.db, { role: 'editor' })
    return {
      path: `/admin/admins/${admin_id}`,
      body: { role: 'support' },
      expected: { target_id: admin_id, before: { role: 'editor' }, after: { role: 'support' } },
    }
  },
  'admins.showAll': async () => ({
    path: '/admin/me/show_all',
    body: { show_all: true },
    expected: { kind: 'admin' },
  }),
  'admins.useTool': async () => ({
    path: '/admin/tools',
    body: { tool: 'offers', used: true },
    expected: { kind: 'settings', before: { offers: false }, after: { offers: true } },
  }),
  'admins.resetPassword': async () => {
    const { admin_id } = await buildAdmin(server.db, { role: 'editor' })
    return { path: `/admin/admins/${admin_id}/reset_password`, expected: { target_id: admin_id } }
  },
  'admins.removeSecondFactor': async () => {
    const { admin_id } = await buildAdmin(server.db, { role: 'editor' })
    return {
      path: `/admin/admins/${admin_id}/second_factor`,
      expected: { target_id: admin_id, after: { second_factor: 'removed' } },
    }
  },
  'admins.endOtherSessions': async () => ({ path: '/admin/sessions', expected: { kind: 'admin' } }),
  'admins.end': async () => {
    const { admin_id } = await buildAdmin(server.db, { role: 'editor' })
    return { path: `/admin/admins/${admin_id}`, expected: { target_id: admin_id, before: { role: 'editor' } } }
  },
}

/** Writes with their own tests, because they need a gateway or files; those tests check the entry. */
const ELSEWHERE = [
  'documents.addGstin',
  'documents.send',
  'documents.setTaxSettings',
  'orders.refund',
  'orders.renewGift',
  'orders.declineGuarantee',
  'orders.approveRefund',
  'orders.declineRefund',
  'orders.setRefundLimit',
  'settlements.read',
  'orders.grant',
  'gateway.test',
  'auth.adminLogout',
  'admins.changePassword',
  'admins.endSession',
  'secondFactor.beginConfirm',
  // The call changes nothing.
  'enrolments.plan',
  'secondFactor.confirm',
  'secondFactor.beginApp',
  'secondFactor.addApp',
  'secondFactor.removeApp',
  'secondFactor.beginPasskey',
  'secondFactor.addPasskey',
  'secondFactor.removePasskey',
  'secondFactor.renewRecoveryCodes',
]

const writes = routes.filter(({ access, method }) => access === 'admin' && method !== 'GET')
const isMedia = ({ key }: Route) => key.startsWith('media.')

const at = {
  get server() {
    return server
  },
  get token() {
    return token
  },
}
Object.assign(scenes, ...featureScenes.map((feature) => feature.scenes?.(at) ?? {}))

const present = Object.entries(scenes).filter(([call]) => writes.some(({ key }) => key === call))

describe.each(present)('%s', (call, scene) => {
  test('leaves one entry, with the admin, the target, and the changed fields', async () => {
    const route = writes.find(({ key }) => key === call)
    if (!route) throw new Error(`the contract has no ${call}`)
    const { path, body, expected } = await scene()
    const before = await entries()
    const answer = await server.request(`/api${path}`, {
      method: route.method,
      headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect([answer.status < 300, answer.status]).toEqual([true, answer.status])
    const [entry, ...more] = (await entries()).slice(before.length)
    expect(more).toEqual([])
    expect(entry).toMatchObject({ call, admin_role: 'owner', ...expected })
    expect(entry?.admin_email).toBeTruthy()
  })
})

test('a call that logs nothing itself gets a default entry, and a failed call gets none', async () => {
  const before = await entries()
  const failed = await server.request('/api/admin/users/usr_nobody', {
    method: 'DELETE',
    headers: { authorization: `bearer ${token}` },
  })
  expect(failed.status).toBe(404)
  expect(await entries()).toHaveLength(before.length)
  const form = new FormData()
  form.set('image_file', new File([new Uint8Array(await picture('png'))], 'a.png', { type: 'image/png' }))
  await server.request('/api/admin/courses/upload_image/', {
    method: 'PUT',
    headers: { authorization: `bearer ${token}` },
    body: form,
  })
  expect((await entries()).slice(before.length)).toMatchObject([{ call: 'media.uploadImage', kind: 'media' }])
  const tried = await server.request('/api/admin/paymment_gateway/test_razorpay', {
    method: 'POST',
    headers: { authorization: `bearer ${token}` },
  })
  expect((await entries()).at(-1)).toMatchObject(
    tried.ok ? { call: 'gateway.test', kind: 'gateway' } : { kind: 'media' },
  )
})

test('a request repeated with its key is one change and one entry', async () => {
  const user = await buildUser(server.db)
  const before = await entries()
  for (let time = 0; time < 2; time++) {
    await server.request(`/api/admin/add_coins/${user.user_id}?amount=5`, {
      method: 'PUT',
      headers: { authorization: `bearer ${token}`, 'idempotency-key': 'once' },
    })
  }
  expect((await entries()).slice(before.length)).toMatchObject([{ after: { coins: 5 } }])
})

test('an export leaves an entry with its filters', async () => {
  const before = await entries()
  const answer = await server.request('/api/admin/export/users.csv?q=asha', {
    headers: { authorization: `bearer ${token}` },
  })
  await answer.text()
  expect((await entries()).slice(before.length)).toMatchObject([
    { call: 'exports.users', kind: 'export', after: { q: 'asha' } },
  ])
})

test('a login leaves an entry, right or wrong, with device and address, and takes the same work for an unknown account', async () => {
  const admin = await buildAdmin(server.db, { role: 'editor' })
  const before = await entries()
  const logIn = (password: string, email = admin.email) =>
    server.request('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': WINDOWS_CHROME },
      body: JSON.stringify({ email, password }),
    })
  const noted = async () =>
    Number((await server.db('pgboss.job').where({ name: 'note-refused-login' }).count())[0]?.count)
  expect((await logIn('Not-this-one-7')).status).toBe(401)
  expect(await noted()).toBe(1)
  expect((await logIn('Not-this-one-7', 'nobody@example.com')).status).toBe(401)
  expect(await noted()).toBe(2)
  await server.answerWaiting('note-refused-login')
  expect((await logIn(admin.password)).status).toBe(200)
  const place = { device: 'Chrome on Windows', address: '127.0.0.1' }
  expect((await entries()).slice(before.length)).toMatchObject([
    { call: 'auth.adminLogin', target_id: admin.admin_id, after: { refused: 'wrong password', ...place } },
    { call: 'auth.adminLogin', target_id: admin.admin_id, after: { logged_in: 'password', ...place } },
  ])
})

test('a read leaves no entry', async () => {
  const before = await entries()
  const reads = routes.filter((route) => route.access === 'admin' && route.method === 'GET')
  for (const { path } of reads.filter(({ key }) => !key.startsWith('exports.'))) {
    await server.request(`/api${path.replace(/\{[^}]+\}/g, 'x')}`, { headers: { authorization: `bearer ${token}` } })
  }
  expect(await entries()).toHaveLength(before.length)
})

test('a deleted user is anonymous in the entries about them', async () => {
  const person = { name: 'Sentinel Singh', email: 'sentinel.singh@example.com', phone: '9822233344' }
  const user = await buildUser(server.db, person)
  const owner = server.api(token)
  await owner.users.update({ params: { id: user.user_id }, body: { name: 'Sentinel Sing', phone: '9822233355' } })
  await owner.users.addCoins({
    params: { id: user.user_id },
    query: { amount: '5' },
    body: { reason: 'Sentinel Singh asked for it' },
  })
  expect(JSON.stringify(await entries())).toContain('Sentinel')
  await owner.users.delete({ params: { id: user.user_id } })
  const ledger = await server.db('coin_ledger').where({ user_id: user.id })
  const left = JSON.stringify([await entries(), ledger])
  for (const trace of ['Sentinel', 'sentinel', '…3344', '…3355', '982223'])
    expect([trace, left.includes(trace)]).toEqual([trace, false])
  const { activity } = await owner.activity.list({ kind: 'user', target_id: user.user_id })
  expect(activity.map(({ call }) => call)).toEqual(['users.delete', 'users.addCoins', 'users.update'])
})

test('the list is newest first, filters by person, kind, day and words, and contains no secret', async () => {
  const owner = server.api(token)
  const editor = await buildAdmin(server.db, { role: 'editor', email: 'lister@example.com' })
  const session = await server.api().auth.adminLogin({ email: editor.email, password: editor.password })
  const made = await server.api(session.access_token).courses.create(newCourse('Listed 100% course'))
  const mine = await owner.activity.list({ admin: editor.admin_id, kind: 'course' })
  expect(mine.total).toBe(1)
  expect(mine.activity[0]).toMatchObject({
    admin: { admin_id: editor.admin_id, email: 'lister@example.com', name: null, role: 'editor' },
    call: 'courses.create',
    action: 'Add a course',
    target_id: made.course.course_id,
  })
  expect((await owner.activity.list({ q: '100% COURSE' })).total).toBe(1)
  expect((await owner.activity.list({ q: '100_ course' })).total).toBe(0)
  expect((await owner.activity.list({ kind: 'settings' })).activity.every(({ kind }) => kind === 'settings')).toBe(true)
  expect((await owner.activity.list({ from: '2999-01-01' })).total).toBe(0)
  expect((await owner.activity.list({ admin: 'adm_nobody' })).total).toBe(0)
  expect((await owner.activity.list({ admin: '' })).total).toBe((await owner.activity.list({})).total)
  const [first, second] = (await owner.activity.list({ limit: '2' })).activity
  expect((await owner.activity.list({ limit: '1', offset: '1' })).activity).toEqual([second])
  expect(first?.activity_id).toBeGreaterThan(second?.activity_id ?? 0)
  expect(JSON.stringify(await entries())).not.toContain('SENTINEL')
})

test('every write of the contract has a scene here', () => {
  const covered = new Set([
    ...Object.keys(scenes),
    ...ELSEWHERE,
    ...featureScenes.flatMap(({ elsewhere = [] }) => elsewhere),
  ])
  expect(writes.filter((route) => !covered.has(route.key) && !isMedia(route)).map(({ key }) => key)).toEqual([])
})
