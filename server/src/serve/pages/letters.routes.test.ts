import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { insertLetter } from '../../people/letters/letters.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

type Reader = {
  id: number
  token: string
  unsubscribe_token: string
  recipient_id: number
  letter_id: string
  email: string
}
let reader: Reader

/** A letter that one reader got a minute ago. */
async function buildReader(): Promise<Reader> {
  const { id: madeBy } = await server.db('admins').first('id')
  const blocks = [
    { text: 'Hello' },
    { button: { label: 'Out', url: 'https://other.example/a?b=1' } },
    { button: { label: 'In', url: '/courses?utm_source=mine' } },
  ]
  const letter = { name: 'N', subject: 'S', blocks, segment: { all: [] }, channel: 'email' as const }
  const letter_id = await insertLetter(server.db, { letter, madeBy, now: server.ctx.now() })
  await server.db('letters').where({ letter_id }).update({ status: 'sending', begun_at: server.ctx.now() })
  return addReader(letter_id)
}

/** One more reader of a letter. */
async function addReader(letter_id: string, domain?: string): Promise<Reader> {
  const { id, email } = await buildUser(server.db, domain ? { email: `${randomUUID()}@${domain}` } : {})
  await server.db('consents').insert({ user_id: id, purpose: 'news_email', agreed: true, changed_at: new Date() })
  const times = { due_at: new Date(), handing_at: new Date(), sent_at: new Date(Date.now() - 60_000) }
  const row = { letter_id, user_id: id, channel: 'email', receiver: 'other', state: 'handed_over', address: email }
  const [stored] = await server
    .db('letter_recipients')
    .insert({ ...row, ...times })
    .returning(['token', 'unsubscribe_token', 'recipient_id'])
  return { ...stored, id, letter_id, email }
}

beforeEach(async () => {
  reader = await buildReader()
})

const post = (path: string, init: RequestInit = {}) => server.request(path, { method: 'POST', ...init })
const agreed = async (id = reader.id) =>
  (await server.db('consents').where({ user_id: id, purpose: 'news_email' }).orderBy('id', 'desc').first('agreed'))
    .agreed
const marks = () => server.db('letter_recipients').where({ recipient_id: reader.recipient_id }).first()

test('L1: a GET of the page to unsubscribe shows one button, and changes nothing', async () => {
  for (const lang of ['en', 'hi', 'mr']) {
    const answer = await server.request(`/unsubscribe?t=${reader.unsubscribe_token}&for=news_email&lang=${lang}`)
    expect(answer.status).toBe(200)
    const page = await answer.text()
    expect(page).toContain(`lang="${lang}-IN"`)
    expect(page.match(/<button/g)).toHaveLength(1)
  }
  expect(await agreed()).toBe(true)
})

test.each([
  ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' }],
  ['multipart', { body: formOf({ 'List-Unsubscribe': 'One-Click' }) }],
  ['nothing', {}],
])('L1: a POST with %s takes the consent back at once, and again', async (_name, init) => {
  for (const path of ['/unsubscribe', '/api/unsubscribe', '/unsubscribe']) {
    const answer = await post(`${path}?t=${reader.unsubscribe_token}`, { ...init, redirect: 'manual' })
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await agreed()).toBe(false)
  }
  const { unsubscribed_at } = await marks()
  expect(unsubscribed_at).not.toBeNull()
  const steps = await server.db('consents').where({ user_id: reader.id, purpose: 'news_email' })
  expect(steps).toHaveLength(2)
})

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('L1: known and unknown tokens get the same answer, and only the whole token works', async () => {
  const own = await (await post(`/unsubscribe?t=${reader.unsubscribe_token}`)).text()
  await server
    .db('consents')
    .insert({ user_id: reader.id, purpose: 'news_email', agreed: true, changed_at: new Date() })
  const { unsubscribe_token: token } = reader
  const guesses = [
    '',
    'x',
    token.slice(0, 31),
    token.toUpperCase().replace(/^/, '0'),
    `${token}0`,
    '0'.repeat(32),
    reader.token,
    String(reader.recipient_id),
    `${token}&t=${token}`,
    "' or 1=1 --",
    '%00',
    reader.letter_id,
  ]
  for (const guess of guesses) {
    const path = guess.includes('&') ? guess : encodeURIComponent(guess)
    const answer = await post(`/unsubscribe?t=${path}`)
    expect([guess, answer.status, (await answer.text()) === own]).toEqual([guess, 200, true])
  }
  expect(await agreed()).toBe(true)
})

test('L1: a link leads where its letter says, whatever else the address has', async () => {
  const go = (path: string) => server.request(path, { redirect: 'manual' })
  const out = await go(`/l/${reader.token}-1?url=https://evil.example&to=//evil.example`)
  expect([out.status, out.headers.get('location')]).toEqual([302, 'https://other.example/a?b=1'])
  expect(out.headers.get('cache-control')).toBe('no-store')
  const within = new URL(String((await go(`/l/${reader.token}-2`)).headers.get('location')))
  expect(within.origin).toBe(server.ctx.config.storeUrl)
  // The button has a source of its own.
  expect(within.searchParams.getAll('utm_source')).toEqual(['mine'])
  const guesses = [
    `${reader.token}-0`,
    `${reader.token}-3`,
    `${reader.token}-99`,
    `${reader.token}`,
    `${reader.token}-1-1`,
    `${reader.unsubscribe_token}-1`,
    `${'0'.repeat(32)}-1`,
    `${reader.recipient_id}-1`,
    `${reader.token}--1`,
    encodeURIComponent('//evil.example'),
    encodeURIComponent('https://evil.example'),
    `${reader.token}-1%0d%0aX: y`,
  ]
  for (const guess of guesses) {
    const answer = await go(`/l/${guess}`)
    expect([guess, answer.status, answer.headers.get('location')]).toEqual([guess, 404, null])
  }
  expect(
    await server.db('letter_clicks').where({ recipient_id: reader.recipient_id }).orderBy('link_no').pluck('link_no'),
  ).toEqual([1, 2])
})

test('L1: names and subjects that could begin a header are refused, and so are foreign ways to name a link', async () => {
  const owner = server.api(await server.adminToken())
  const letter = { name: 'News', subject: 'Hello', blocks: [{ text: 'Hello' }], segment: { all: [] } }
  for (const bad of ['a\r\nBcc: x@y.example', 'a\nb', 'a\u2028b', 'a\u0000b', 'a\u202eb', 'a\u0085b', ' \u0007']) {
    for (const field of ['subject', 'name'])
      await expect(owner.letters.create({ ...letter, [field]: bad })).rejects.toMatchObject({ code: 'invalid' })
  }
})

async function bounceAddress() {
  const { address } = await server.api(await server.adminToken()).letters.renewBounceAddress()
  return new URL(address).pathname
}

const WORDS: [RegExp, string][] = [
  [/^5\.(7|1\.8)/, 'not accepted'],
  [/^5\.2/, 'mailbox full'],
  [/./, 'no such user'],
]

const dsn = (token: string, { action = 'failed', status = '5.1.1', to = `bounce+${token}@news.example` } = {}) =>
  [
    'From: MAILER-DAEMON@mx.example',
    `To: <${to}>`,
    'Subject: Undelivered',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'It did not arrive.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; somebody@else.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${WORDS.find(([form]) => form.test(status))?.[1]}`,
    '',
    '--b1--',
    '',
  ].join('\r\n')

const abuse = (token: string) =>
  [
    'To: fbl@shop.example',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b2',
    '',
    '--b2',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'Version: 1',
    `Original-Mail-From: <bounce+${token}@news.example>`,
    '',
    '--b2--',
  ].join('\n')

test('a returned mail marks its reader once, by our own token; delays, full boxes and answers mark nobody', async () => {
  const path = await bounceAddress()
  const { token } = reader
  const nothing = [
    dsn(token, { action: 'delayed', status: '4.4.1' }),
    dsn(token, { status: '5.2.2' }),
    dsn('0'.repeat(32)),
    dsn(token, { to: 'owner@shop.example' }),
    `To: bounce+${token}@news.example\nAuto-Submitted: auto-replied\nSubject: Away\n\nI am away until Monday.`,
    'null',
    'x'.repeat(1000),
  ]
  for (const body of nothing) expect((await post(path, { body })).status).toBe(204)
  expect(await marks()).toMatchObject({ bounced_at: null, complained_at: null })
  for (let n = 0; n < 2; n++) expect((await post(path, { body: dsn(token) })).status).toBe(204)
  const { bounced_at } = await marks()
  expect(bounced_at).not.toBeNull()
  const user = await server.db('users').where({ id: reader.id }).first('email_refused_at', 'email_refusal')
  expect(user).toMatchObject({
    email_refused_at: expect.anything(),
    email_refusal: expect.stringContaining('no such user'),
  })
  expect(await agreed()).toBe(true)
})

test('a complaint ends the news of its reader, and leaves the address for receipts', async () => {
  const path = await bounceAddress()
  for (let n = 0; n < 2; n++) await post(path, { body: abuse(reader.token) })
  expect(await marks()).toMatchObject({ complained_at: expect.anything(), bounced_at: null })
  expect(await agreed()).toBe(false)
  expect(await server.db('users').where({ id: reader.id }).first('email_refused_at')).toEqual({
    email_refused_at: null,
  })
})

test('notices of Amazon SES mark bounces and complaints, and none for a mail taken out of the spam folder', async () => {
  const path = await bounceAddress()
  const source = `bounce+${reader.token}@news.example`
  const notice = (message: object) =>
    post(path, {
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
      body: JSON.stringify({ Type: 'Notification', Message: JSON.stringify({ mail: { source }, ...message }) }),
    })
  await notice({ notificationType: 'Bounce', bounce: { bounceType: 'Transient' } })
  expect(await marks()).toMatchObject({ bounced_at: null })
  await notice({ notificationType: 'Complaint', complaint: { complaintFeedbackType: 'not-spam' } })
  expect(await marks()).toMatchObject({ complained_at: null })
  expect(await agreed()).toBe(true)
  await notice({ eventType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients: [{ status: '5.1.1' }] } })
  await notice({ notificationType: 'Complaint' })
  expect(await marks()).toMatchObject({ bounced_at: expect.anything(), complained_at: expect.anything() })
})

test('L1: without the secret nobody reports bounces, and a subscription fetches from Amazon alone', async () => {
  const path = await bounceAddress()
  const renewed = await bounceAddress()
  for (const wrong of [path, '/mail/bounces/x', `${renewed}x`])
    expect((await post(wrong, { body: dsn(reader.token) })).status).toBe(404)
  expect(await marks()).toMatchObject({ bounced_at: null })
  const subscribe = (SubscribeURL: string) =>
    post(renewed, { body: JSON.stringify({ Type: 'SubscriptionConfirmation', SubscribeURL }) })
  for (const url of [
    server.url,
    'http://sns.eu-west-1.amazonaws.com/',
    'https://sns.eu-west-1.amazonaws.com.evil.example/',
    'https://sns.eu-west-1.amazonaws.com:8443/',
    'nothing',
  ])
    expect([url, (await subscribe(url)).status]).toEqual([url, 204])
})

const letterState = async ({ letter_id }: Reader) =>
  (await server.db('letters').where({ letter_id }).first('status', 'stopped', 'problem')) as object
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const refused = async (readers: Reader[]) =>
  server
    .db('users')
    .whereIn(
      'id',
      readers.map(({ id }) => id),
    )
    .whereNotNull('email_refused_at')
    .pluck('id')

test.each(['5.7.133', '5.7.1'])(
  'a report of %s from one receiver neither ends its addresses nor stops the letter',
  async (status) => {
    const path = await bounceAddress()
    const colleagues = [reader, await addReader(reader.letter_id), await addReader(reader.letter_id)]
    await server
      .db('letter_recipients')
      .where({ letter_id: reader.letter_id })
      .update({ address: server.db.raw("'x' || recipient_id || '@company.example'") })
    await server
      .db('users')
      .where({ id: reader.id })
      .update({ email: `x${reader.recipient_id}@company.example` })
    for (let n = 0; n < 30; n++) await addReader(reader.letter_id, `r${n}.example`)
    for (const { token } of colleagues) for (let n = 0; n < 2; n++) await post(path, { body: dsn(token, { status }) })
    expect(await letterState(reader)).toEqual({ status: 'sending', stopped: null, problem: null })
    expect(await refused([reader])).toEqual([])
    const row = await server.db('letter_recipients').where({ recipient_id: reader.recipient_id }).first()
    expect(row).toMatchObject({ bounced_at: null, blocked_at: expect.anything() })
  },
)

test('L1: a reader who posts reports with their own token, again and again, stops no letter', async () => {
  const path = await bounceAddress()
  for (let n = 0; n < 20; n++) await addReader(reader.letter_id)
  for (const status of ['5.7.1', '5.7.1', '5.1.1', '5.7.26', '5.1.8'])
    await post(path, { body: dsn(reader.token, { status }) })
  await post(path, { body: abuse(reader.token) })
  expect(await letterState(reader)).toEqual({ status: 'sending', stopped: null, problem: null })
})

test('three receivers that blame the sender within an hour stop the letter, also of a sequence, and end no address', async () => {
  const path = await bounceAddress()
  const sequence_id = `seq_${randomUUID()}`
  await server.db('sequences').insert({
    sequence_id,
    name: 'S',
    trigger: 'registered',
    active: true,
    active_since: new Date(),
    made_at: new Date(),
    changed_at: new Date(),
  })
  await server.db('letters').where({ letter_id: reader.letter_id }).update({ sequence_id, step: 0 })
  const readers: Reader[] = []
  for (let n = 0; n < 10; n++) readers.push(await addReader(reader.letter_id, `d${n}.example`))
  const blocked = readers.slice(0, 3)
  for (const { token } of blocked.slice(0, 2)) await post(path, { body: dsn(token, { status: '5.7.1' }) })
  expect(await letterState(reader)).toMatchObject({ status: 'sending' })
  expect(await refused(blocked)).toEqual([])
  // Emails of the previous hour no longer count.
  await server
    .db('letter_recipients')
    .where({ letter_id: reader.letter_id })
    .whereNotNull('blocked_at')
    .update({ blocked_at: hoursAgo(2) })
  await post(path, { body: dsn(readers[3]?.token ?? '', { status: '5.7.1' }) })
  expect(await letterState(reader)).toMatchObject({ status: 'sending' })
  await server
    .db('letter_recipients')
    .where({ letter_id: reader.letter_id })
    .whereNotNull('blocked_at')
    .update({ blocked_at: hoursAgo(0) })
  await post(path, { body: dsn(readers[2]?.token ?? '', { status: '5.7.26' }) })
  expect(await letterState(reader)).toEqual({
    status: 'stopped',
    stopped: 'blocked',
    problem: 'smtp; 550 not accepted',
  })
  expect(await refused(blocked)).toEqual([])
})

const unread = async () => (await server.api(await server.adminToken()).letters.pace()).unread

test('a returned mail in plain words marks its reader; one that nobody understands is counted for the owner', async () => {
  const path = await bounceAddress()
  const owner = server.api(await server.adminToken())
  await owner.letters.clearUnread()
  const plain = (words: string) =>
    `From: MAILER-DAEMON@mx.example\nTo: bounce+${reader.token}@news.example\nSubject: failure notice\n\n${words}`
  for (let n = 0; n < 3; n++) await post(path, { body: plain('Ihre Nachricht kam nicht an.') })
  expect(await marks()).toMatchObject({ bounced_at: null })
  expect(await unread()).toMatchObject({ count: 3, last: 'A returned mail in words that say no reason' })
  const todo = await owner.overview.todo()
  expect(todo.lines).toContainEqual(expect.objectContaining({ kind: 'reports', count: 3 }))
  await post(path, { body: plain('<x@example.net>:\nSorry, no mailbox here by that name. (#5.1.1)') })
  expect(await marks()).toMatchObject({ bounced_at: expect.anything() })
  expect(await owner.letters.clearUnread()).toMatchObject({ unread: null })
  expect((await owner.overview.todo()).lines).not.toContainEqual(expect.objectContaining({ kind: 'reports' }))
})

test('a provider marks the address that it names; JSON of an unknown form is 400, and counted', async () => {
  const path = await bounceAddress()
  await server.api(await server.adminToken()).letters.clearUnread()
  const refusals = ['{', '[]', '{"hello":"world"}', '', '[{"event":"bounce"}]']
  for (const body of refusals) expect([body, (await post(path, { body })).status]).toEqual([body, 400])
  expect(await unread()).toMatchObject({ count: 4 })
  const bounce = {
    RecordType: 'Bounce',
    Type: 'HardBounce',
    Email: reader.email.toUpperCase(),
    From: 'hi@shop.example',
  }
  expect((await post(path, { body: JSON.stringify(bounce) })).status).toBe(204)
  expect(await marks()).toMatchObject({ bounced_at: expect.anything() })
  expect(await refused([reader])).toEqual([reader.id])
  const spam = [{ event: 'spamreport', email: reader.email, sg_event_id: 'e', timestamp: 1 }]
  expect((await post(path, { body: JSON.stringify(spam) })).status).toBe(204)
  expect(await agreed()).toBe(false)
  const events = encodeURIComponent(JSON.stringify([{ event: 'open', msg: { email: reader.email } }]))
  expect((await post(path, { body: `mandrill_events=${events}` })).status).toBe(204)
})
