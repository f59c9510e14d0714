import { LetterPace } from 'contract/letters'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildPaidOrder, buildPromocode } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { type BuiltUser, buildAdmin, buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { sendLetters } from './send-letters.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
let editor: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
/** Sets the clock, with sessions of that time. */
async function at(time: string) {
  server.clock.set(new Date(time))
  owner = server.api(await server.adminToken())
  editor = server.api(await server.adminToken('editor'))
}
beforeEach(async () => {
  // Ten in the morning in India.
  await at('2027-03-04T04:30:00Z')
  await owner.letters.setPace({ per_hour: 100_000, per_hour_receiver: 100_000 })
  await server.db('letters').delete()
  await server.db('letter_pace').update({ next_at: new Date(0) })
})
afterAll(() => server.stop())

const never = new AbortController().signal
const run = () => sendLetters(server.ctx, never)

/** Students who agreed to news, with one language of their own so that a segment finds them alone. */
async function buildReaders(count: number, name = 'Asha Rao'): Promise<BuiltUser[]> {
  await server.db('users').update({ language: 'en' })
  const users = []
  for (let n = 0; n < count; n++) {
    const user = await buildUser(server.db, { name })
    await server.db('users').where({ id: user.id }).update({ language: 'mr' })
    await agree(user)
    users.push(user)
  }
  return users
}

const agree = (user: { id: number }, agreed = true) =>
  server.db('consents').insert({ user_id: user.id, purpose: 'news_email', agreed, changed_at: server.ctx.now() })

const segment = { all: [{ language: 'mr' as const }] }
const words = {
  name: 'New course',
  subject: 'A new course for {name}',
  blocks: [{ text: 'Hello {name},\n\nlook at this.' }, { button: { label: 'Look', url: '/courses' } }],
  segment,
}

const counts = (users: readonly { email: string }[]) =>
  Promise.all(users.map(async ({ email }) => (await mailsTo(server.dataDir, email)).length))
/** Undoes the folds of headers and bodies. */
const plain = (mail = '') =>
  mail
    .replaceAll('=\n', '')
    .replaceAll('=3D', '=')
    .replace(/\r?\n[ \t]+/g, ' ')

test('a letter reaches everybody who agreed, once, with name, foot and one-click headers', async () => {
  const users = await buildReaders(3)
  const course = await buildCourse(server.db, { name: 'Reels' })
  const blocks = [...words.blocks, { course: course.course_id }, { image: 'https://a.example/b.png', alt: 'A hall' }]
  const made = await editor.letters.create({ ...words, blocks })
  expect(made).toMatchObject({ status: 'draft', at: null, begun: false, channel: 'email', results: { recipients: 0 } })
  await expect(editor.letters.send({ params: { id: made.letter_id } })).rejects.toMatchObject({ code: 'forbidden' })
  const seen = await editor.letters.preview({ id: made.letter_id })
  expect(seen).toMatchObject({ recipients: 3, left_out: { no_consent: 0, unproven: 0, bounced: 0, bought: 0 } })
  expect(seen.subject).toBe('A new course for Asha')
  expect(seen.html).toContain('role="presentation"')
  expect(seen.html).toContain('alt="A hall"')
  const sent = await owner.letters.send({ params: { id: made.letter_id }, body: {} })
  expect(sent).toMatchObject({ status: 'sending', begun: true, results: { recipients: 3, waiting: 3 } })
  await run()
  await run()
  expect(await counts(users)).toEqual([1, 1, 1])
  expect(await owner.letters.get({ id: made.letter_id })).toMatchObject({
    status: 'sent',
    results: { sent: 3, waiting: 0 },
  })
  const [mail] = await mailsTo(server.dataDir, String(users[0]?.email))
  const text = plain(mail)
  expect(text.match(/^List-Unsubscribe:/gm)).toHaveLength(1)
  expect(text).toMatch(/^List-Unsubscribe: <http:\/\/[^>]+\/unsubscribe\?t=[0-9a-f]{32}&for=news_email&lang=mr>/m)
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toContain('lang="mr-IN"')
  expect(text).toContain('Reels')
  expect(text).toMatch(/^Message-ID: <letter\.[0-9a-f]{32}@/m)
  await expect(owner.letters.send({ params: { id: made.letter_id } })).rejects.toMatchObject({ code: 'conflict' })
  await expect(owner.letters.delete({ id: made.letter_id })).rejects.toMatchObject({ code: 'conflict' })
})

test('the preview counts each reader who is left out once, by the first reason', async () => {
  const [fine, unproven, bounced, bought, silent] = (await buildReaders(5)) as [
    ...[BuiltUser, BuiltUser, BuiltUser, BuiltUser, BuiltUser],
  ]
  const { course_id } = await buildCourse(server.db)
  await server.db('users').where({ id: unproven.id }).update({ email_proven_at: null })
  await server.db('users').where({ id: bounced.id }).update({ email_refused_at: new Date(), email_refusal: 'gone' })
  await buildEnrolment(server.db, { user_id: bought.id, course_id })
  await agree(silent, false)
  const { letter_id } = await owner.letters.create({ ...words, blocks: [{ course: course_id }] })
  expect(await owner.letters.preview({ id: letter_id })).toMatchObject({
    recipients: 1,
    left_out: { no_consent: 1, unproven: 1, bounced: 1, bought: 1 },
  })
  await owner.letters.send({ params: { id: letter_id } })
  await run()
  expect(await counts([fine, unproven, bounced, bought, silent])).toEqual([1, 0, 0, 0, 0])
})

test('a notice reaches everybody of its segment but dead addresses, without consent, and has no link that ends news', async () => {
  const [silent, unproven, bounced, withdrew] = (await buildReaders(4)) as [
    ...[BuiltUser, BuiltUser, BuiltUser, BuiltUser],
  ]
  await server.db('consents').where({ user_id: silent.id }).delete()
  await server.db('users').where({ id: unproven.id }).update({ email_proven_at: null })
  await server.db('users').where({ id: bounced.id }).update({ email_refused_at: new Date(), email_refusal: 'gone' })
  const { letter_id } = await owner.letters.create({ ...words, notice: true })
  expect(await owner.letters.preview({ id: letter_id })).toMatchObject({
    recipients: 3,
    left_out: { no_consent: 0, unproven: 0, bounced: 1 },
  })
  await owner.letters.send({ params: { id: letter_id } })
  await agree(withdrew, false)
  await run()
  expect(await counts([silent, unproven, bounced, withdrew])).toEqual([1, 1, 0, 1])
  const mail = plain((await mailsTo(server.dataDir, unproven.email))[0])
  expect(mail).not.toMatch(/unsubscribe/i)
  const template = { name: 'breach', language: 'en', parameters: [] }
  await expect(owner.letters.create({ ...words, channel: 'whatsapp', template, notice: true })).rejects.toMatchObject({
    code: 'invalid',
    message: 'A notice goes by email',
  })
})

test('a letter skips who withdrew, bounced, bought, left the segment or was erased after the start', async () => {
  const users = await buildReaders(6)
  const { course_id } = await buildCourse(server.db)
  const { letter_id } = await owner.letters.create({ ...words, blocks: [{ course: course_id }] })
  await owner.letters.send({ params: { id: letter_id } })
  const [stored, withdrew, bounced, bought, moved, erased] = users as [
    ...[BuiltUser, BuiltUser, BuiltUser, BuiltUser, BuiltUser, BuiltUser],
  ]
  await agree(withdrew, false)
  await server.db('users').where({ id: bounced.id }).update({ email_refused_at: new Date(), email_refusal: 'gone' })
  await buildPaidOrder(server.db, { user_id: bought.id, course_id })
  await server.db('users').where({ id: moved.id }).update({ language: 'hi' })
  await owner.users.delete({ params: { id: erased.user_id } })
  await run()
  expect(await counts(users)).toEqual([1, 0, 0, 0, 0, 0])
  const rows = await server
    .db('letter_recipients')
    .where({ letter_id })
    .orderBy('recipient_id')
    .select('state', 'reason')
  expect(rows).toEqual([
    { state: 'handed_over', reason: null },
    ...['no_consent', 'bounced', 'bought', 'segment'].map((reason) => ({ state: 'skipped', reason })),
  ])
  expect(await owner.letters.get({ id: letter_id })).toMatchObject({ status: 'sent', results: { sent: 1, skipped: 4 } })
  expect(stored.id).toBeGreaterThan(0)
})

test('a stopped letter goes on with those who have none, and the same key begins it once', async () => {
  const users = await buildReaders(4)
  const { letter_id } = await owner.letters.create(words)
  const params = { id: letter_id }
  const headers = { 'idempotency-key': 'a-key-of-mine' }
  await owner.letters.send({ params, headers, body: {} })
  await owner.letters.send({ params, headers, body: {} })
  await owner.letters.setPace({ per_hour: 60 })
  await run()
  expect((await counts(users)).reduce((sum, count) => sum + count)).toBe(2)
  expect(await owner.letters.stop({ id: letter_id })).toMatchObject({ status: 'stopped', stopped: 'owner' })
  server.clock.advance(600_000)
  await run()
  expect((await counts(users)).reduce((sum, count) => sum + count)).toBe(2)
  await at('2027-03-04T05:00:00Z')
  await owner.letters.send({ params })
  await owner.letters.setPace({ per_hour: 100_000 })
  await run()
  expect(await counts(users)).toEqual([1, 1, 1, 1])
})

test('letters wait for nine in the morning, and one that is an hour late waits for its owner', async () => {
  const users = await buildReaders(1)
  const { letter_id } = await owner.letters.create(words)
  await at('2027-03-04T15:31:00Z')
  await owner.letters.send({ params: { id: letter_id } })
  for (let turn = 0; turn < 15; turn++) {
    await run()
    server.clock.advance(3_000_000)
  }
  expect(await counts(users)).toEqual([0])
  await at('2027-03-05T03:31:00Z')
  await run()
  expect(await counts(users)).toEqual([1])
  const late = await owner.letters.create(words)
  const scheduled = await owner.letters.send({ params: { id: late.letter_id }, body: { at: '2027-03-05T10:00' } })
  expect(scheduled).toMatchObject({ status: 'scheduled', at: '2027-03-05T04:30:00.000Z' })
  await expect(owner.letters.update({ params: { id: late.letter_id }, body: words })).rejects.toMatchObject({
    code: 'conflict',
  })
  await at('2027-03-05T05:40:00Z')
  await run()
  expect(await owner.letters.get({ id: late.letter_id })).toMatchObject({ status: 'stopped', stopped: 'late' })
  expect(await counts(users)).toEqual([1])
  await owner.letters.send({ params: { id: late.letter_id } })
  await run()
  expect(await counts(users)).toEqual([2])
})

test('results count clicks, and orders of the 7 days after, less what went back', async () => {
  const [reader, other] = (await buildReaders(2)) as [BuiltUser, BuiltUser]
  const { letter_id } = await owner.letters.create(words)
  await owner.letters.send({ params: { id: letter_id } })
  await run()
  const row = await server.db('letter_recipients').where({ letter_id, user_id: reader.id }).first()
  const click = () => server.request(`/l/${row.token}-1`, { redirect: 'manual' })
  await click()
  expect(await server.db('letter_clicks')).toHaveLength(0)
  server.clock.advance(60_000)
  await server.request(`/l/${row.token}-1`, { redirect: 'manual', method: 'HEAD' })
  expect(await server.db('letter_clicks')).toHaveLength(0)
  const answers = [await click(), await click()]
  for (const { status, headers } of answers) {
    expect(status).toBe(302)
    const url = new URL(String(headers.get('location')))
    expect(url.origin + url.pathname).toBe(`${server.ctx.config.storeUrl}/courses`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      utm_source: 'letter',
      utm_medium: 'email',
      utm_campaign: letter_id,
    })
  }
  const order = await buildPaidOrder(server.db, { user_id: reader.id })
  const paidAt = (paid_at: Date, user: BuiltUser) => server.db('orders').where({ user_id: user.id }).update({ paid_at })
  await paidAt(server.ctx.now(), reader)
  const week = new Date(server.ctx.now().getTime() + 8 * 86_400_000)
  await buildPaidOrder(server.db, { user_id: other.id })
  await paidAt(week, other)
  const { total_paise } = await server.db('orders').where({ order_id: order.order_id }).first('total_paise')
  expect(await owner.letters.get({ id: letter_id })).toMatchObject({
    results: { sent: 2, clicked: 1, orders: 1, revenue: total_paise / 100 },
  })
})

test('a button keeps the source that its own address names', async () => {
  const url = '/courses?utm_source=diwali&utm_content=button'
  const [reader] = (await buildReaders(1)) as [BuiltUser]
  const { letter_id } = await owner.letters.create({ ...words, blocks: [{ button: { label: 'Look', url } }] })
  await owner.letters.send({ params: { id: letter_id } })
  await run()
  const row = await server.db('letter_recipients').where({ letter_id, user_id: reader.id }).first()
  const { headers } = await server.request(`/l/${row.token}-0`, { redirect: 'manual' })
  const { searchParams } = new URL(String(headers.get('location')))
  expect(Object.fromEntries(searchParams)).toEqual({
    utm_source: 'diwali',
    utm_content: 'button',
    utm_medium: 'email',
    utm_campaign: letter_id,
  })
})

test('a letter over 102 kB, of unknown blocks, courses or codes is refused on arrival', async () => {
  const create = (blocks: object[]) => owner.letters.create({ ...words, blocks: blocks as never })
  await expect(create(Array.from({ length: 12 }, () => ({ text: 'अ'.repeat(4900) })))).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('102 kB'),
  })
  await expect(create([{ video: 'x' }])).rejects.toMatchObject({
    code: 'invalid',
    message: 'Unknown block of a letter',
  })
  await expect(create([{ course: 'none' }])).rejects.toMatchObject({ code: 'not_found' })
  await expect(create([{ code: 'NONE' }])).rejects.toMatchObject({ code: 'not_found' })
  for (const url of [
    'javascript:alert(1)',
    '//evil.example',
    'http://a.example',
    '/\\evil.example',
    'https://u:p@a.example',
  ])
    await expect(create([{ button: { label: 'Go', url } }])).rejects.toMatchObject({ code: 'invalid' })
  const code = await buildPromocode(server.db, { promocode: 'NEWS10' })
  const made = await create([{ code: code.promocode }, { button: { label: 'Go', url: '/courses' } }])
  const { html } = await owner.letters.preview({ id: made.letter_id })
  expect(html).toContain('NEWS10')
  expect(html).toContain('code=NEWS10')
})

test('a stale edit of a letter is refused with the present one', async () => {
  const { letter_id: id, changed_at } = await owner.letters.create(words)
  server.clock.set(new Date('2027-03-04T04:31:00Z'))
  const over = (seen: string) => ({ params: { id }, headers: { 'if-match': `"${seen}"` } })
  const theirs = await editor.letters.update({ ...over(changed_at), body: { ...words, subject: 'Theirs' } })
  await expect(
    owner.letters.update({ ...over(changed_at), body: { ...words, subject: 'Mine' } }),
  ).rejects.toMatchObject({ code: 'edit_conflict', data: { current: { subject: 'Theirs' } } })
  server.clock.set(new Date('2027-03-04T04:32:00Z'))
  await owner.letters.update({ ...over(theirs.changed_at), body: { ...words, subject: 'Mine' } })
  expect(await editor.letters.get({ id })).toMatchObject({ subject: 'Mine' })
})

test('a test goes to admins of the shop, and a draft is changed and deleted', async () => {
  const { letter_id: id } = await owner.letters.create(words)
  const changed = await editor.letters.update({ params: { id }, body: { ...words, name: 'Other', subject: 'Hello' } })
  expect(changed).toMatchObject({ name: 'Other', subject: 'Hello' })
  const [me, colleague] = await server.db('admins').whereNull('ended_at').orderBy('role').pluck('email')
  expect(await editor.letters.test({ id, email: colleague })).toEqual({ message: `Test sent to ${colleague}` })
  expect(await editor.letters.test({ id })).toEqual({ message: `Test sent to ${me}` })
  expect(await counts([{ email: me }, { email: colleague }])).toEqual([1, 1])
  const { letter_id: second } = await owner.letters.create({ ...words, name: 'Second' })
  const { letters, total } = await editor.letters.list({ limit: '1', offset: '1' })
  expect([letters.map(({ name }) => name), total]).toEqual([['Other'], 2])
  await editor.letters.delete({ id: second })
  await editor.letters.delete({ id })
  await expect(editor.letters.get({ id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(owner.letters.stop({ id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await editor.letters.pace()).toMatchObject({ bounce_domain: '' })
})

test('L1: nobody mails strangers by a test', async () => {
  const { letter_id: id } = await owner.letters.create(words)
  const gone = await server
    .db('admins')
    .insert({
      admin_id: 'adm_gone',
      email: 'gone@example.com',
      role: 'editor',
      password_hash: 'x',
      ended_at: new Date(),
    })
    .returning('id')
  const student = await buildUser(server.db)
  for (const email of ['stranger@else.example', 'gone@example.com', student.email]) {
    for (const caller of [owner, editor])
      await expect(caller.letters.test({ id, email })).rejects.toMatchObject({ code: 'invalid', status: 422 })
    expect(await mailsTo(server.dataDir, email)).toEqual([])
  }
  await server
    .db('admins')
    .whereIn(
      'id',
      gone.map((row) => row.id),
    )
    .delete()
})

test('an editor chooses the address of a test among the admins who may log in, their own first', async () => {
  const { db } = server
  const [other, ended] = [await buildAdmin(db, { role: 'support' }), await buildAdmin(db)]
  await db('admins').where({ email: ended.email }).update({ ended_at: new Date() })
  const { letter_id: id } = await editor.letters.create(words)
  const { addresses } = await editor.letters.testAddresses()
  expect(await editor.letters.test({ id })).toEqual({ message: `Test sent to ${addresses[0]}` })
  await editor.letters.delete({ id })
  expect(addresses).toContain(other.email)
  expect(addresses).not.toContain(ended.email)
  await db('admins').whereIn('email', [other.email, ended.email]).delete()
})

test.each(['-x.-y', 'x-.example', 'news..example', 'localhost', 'News.example.com', `${'a'.repeat(64)}.example`])(
  '%s is no domain for returned mail',
  (bounce_domain) => {
    expect(LetterPace.shape.bounce_domain.safeParse(bounce_domain).success).toBe(false)
    expect(LetterPace.shape.bounce_domain.safeParse('news.example.com').success).toBe(true)
  },
)
