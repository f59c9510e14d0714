import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DocumentedWhatsapp, startDocumentedWhatsapp } from '../../../../test/documented-whatsapp.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { type BuiltUser, buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { sendLetters } from '../send-letters.ts'
import { whatsappChannel } from './whatsapp-channel.ts'

let server: TestServer
let meta: DocumentedWhatsapp
let owner: ReturnType<TestServer['api']>
const settings = {
  phone_number_id: '106540352242922',
  waba_id: '102290129340398',
  api_version: 'v24.0',
  token: 'EAAJB-a-system-users-token',
  app_secret: 'an-app-secret',
  verify_token: 'a-verify-token',
  rates: { marketing: 0.86, utility: 0.115, authentication: 0.115, as_of: '2027-03-01' },
}

beforeAll(async () => {
  meta = await startDocumentedWhatsapp()
  server = await startTestServer({ work: false, env: { WHATSAPP_BASE_URL: meta.url } })
})
afterAll(async () => {
  await server.stop()
  await meta.close()
})
beforeEach(async () => {
  server.clock.set(new Date('2027-03-04T04:30:00Z'))
  owner = server.api(await server.adminToken())
  await server.db('letter_settings').update({ per_hour: 100_000, per_hour_receiver: 100_000 })
  await server.db('letter_pace').update({ next_at: new Date(0), slow_until: new Date(0) })
  await server.db('letters').whereNull('sequence_id').delete()
  await server.db('users').update({ language: 'en' })
  meta.messages.length = 0
  meta.answers.splice(0, meta.answers.length, 'accepted')
  await owner.whatsapp.save(settings)
  await owner.whatsapp.templates({ refresh: '1' })
})

const run = () => sendLetters(server.ctx, new AbortController().signal, { whatsapp: whatsappChannel })

async function buildReaders(
  count: number,
  purpose: 'news_message' | 'news_email' = 'news_message',
): Promise<BuiltUser[]> {
  const users: BuiltUser[] = []
  for (let n = 0; n < count; n += 1) {
    const user = await buildUser(server.db, { name: 'Asha Rao' })
    await server.db('users').where({ id: user.id }).update({ language: 'mr' })
    await server.db('consents').insert({ user_id: user.id, purpose, agreed: true, changed_at: server.ctx.now() })
    users.push(user)
  }
  return users
}

/** Lets half hours pass with a shop that runs: one that was away for an hour would stop its letters as late. */
async function pass(halfHours: number) {
  for (let n = 0; n < halfHours; n += 1) {
    server.clock.advance(30 * 60_000)
    await run()
  }
}

const template = { name: 'seasonal_promotion', language: 'hi', parameters: ['{name}', 'Friday'] }
const words = {
  name: 'By WhatsApp',
  subject: 'By WhatsApp',
  blocks: [{ text: 'Of the template' }],
  segment: { all: [{ language: 'mr' as const }] },
  channel: 'whatsapp' as const,
  template,
}

async function begin(body: Parameters<typeof owner.letters.create>[0] = words): Promise<string> {
  const { letter_id: id } = await owner.letters.create(body)
  await owner.letters.send({ params: { id }, body: {} })
  await run()
  return id
}

const rowsOf = (letter_id: string) => server.db('letter_recipients').where({ letter_id }).orderBy('recipient_id')

test('a letter by WhatsApp reaches those who agreed to messages, as the documented template message', async () => {
  const [user] = await buildReaders(1)
  await buildReaders(1, 'news_email')
  const { letter_id } = await owner.letters.create(words)
  expect(await owner.letters.preview({ id: letter_id })).toMatchObject({ recipients: 1, price: 0.86 })
  const id = await begin()
  expect(meta.messages).toEqual([
    {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: `91${user?.phone}`,
      type: 'template',
      template: {
        name: 'seasonal_promotion',
        language: { code: 'hi' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Asha' },
              { type: 'text', text: 'Friday' },
            ],
          },
        ],
      },
      biz_opaque_callback_data: expect.stringMatching(/^\d+\.[0-9a-f]{12}\.1$/),
    },
  ])
  expect(await rowsOf(id)).toMatchObject([{ state: 'handed_over', provider_id: expect.stringMatching(/^wamid\./) }])
})

test('a lost answer is unknown, and the message is never sent again', async () => {
  await buildReaders(1)
  meta.answers.splice(0, 1, 'lost')
  const id = await begin()
  server.clock.advance(3 * 86_400_000)
  await run()
  expect(meta.messages).toHaveLength(1)
  expect(await rowsOf(id)).toMatchObject([{ state: 'unknown' }])
})

test('a full number slows down, and a person who got too much waits a growing time', async () => {
  await buildReaders(1)
  meta.answers.splice(0, 1, { code: 130429, status: 429 }, { code: 131056 }, { code: 131056 }, 'accepted')
  const id = await begin()
  const [slowed] = await server.db('letter_pace').where({ receiver: 'whatsapp' })
  expect(Date.parse(slowed.slow_until)).toBeGreaterThan(server.ctx.now().getTime())
  const waits: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const [row] = await rowsOf(id)
    expect(row.state).toBe('waiting')
    waits.push(Date.parse(row.due_at) - server.ctx.now().getTime())
    server.clock.set(new Date(Date.parse(row.due_at) + 1_000))
    await run()
  }
  expect(waits.map((ms) => Math.round(ms / 60_000))).toEqual([1, 2, 4])
  expect(await rowsOf(id)).toMatchObject([{ state: 'handed_over', attempt: 4 }])
})

test("Meta's limit per person is waited out for 24 hours, once", async () => {
  await buildReaders(1)
  meta.answers.splice(0, 1, { code: 131049 })
  const id = await begin()
  await pass(47)
  expect(meta.messages).toHaveLength(1)
  await pass(2)
  expect(meta.messages).toHaveLength(2)
  await pass(50)
  expect(meta.messages).toHaveLength(2)
  expect(await rowsOf(id)).toMatchObject([{ state: 'refused', reason: 'limited' }])
})

test('a paused template stops the letter, and everybody else waits', async () => {
  await buildReaders(3)
  meta.answers.splice(0, 1, { code: 132015, details: 'Template is paused due to low quality' })
  const id = await begin()
  expect(await owner.letters.get({ id })).toMatchObject({
    status: 'stopped',
    stopped: 'channel',
    problem: expect.stringContaining('low quality'),
  })
  const tried = meta.messages.length
  await run()
  expect(meta.messages).toHaveLength(tried)
  meta.answers.splice(0, 1, 'accepted')
  await owner.letters.send({ params: { id }, body: {} })
  await run()
  expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['handed_over', 'handed_over', 'handed_over'])
})

test('a token that ended stops every message, notifies the owner once, and letters by email go on', async () => {
  await buildReaders(2)
  const [byEmail] = await buildReaders(1, 'news_email')
  meta.answers.splice(0, 1, { code: 190, status: 401 })
  const id = await begin()
  expect((await owner.whatsapp.get()).stopped).toMatchObject({
    code: 190,
    reason: expect.stringContaining('access token'),
  })
  const tried = meta.messages.length
  await begin({ ...words, channel: 'email', template: null })
  expect(meta.messages).toHaveLength(tried)
  expect(await mailsTo(server.dataDir, String(byEmail?.email))).toHaveLength(1)
  expect(await server.db('owner_alerts').where({ kind: 'whatsapp_stopped' })).toHaveLength(1)
  meta.answers.splice(0, 1, 'accepted')
  await owner.whatsapp.save(settings)
  await run()
  expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['handed_over', 'handed_over'])
})

test('a person who stopped messages at Meta loses the consent, and a number without WhatsApp gets no more', async () => {
  const users = await buildReaders(2)
  meta.answers.splice(0, 1, { code: 131050 }, { code: 131026 }, 'accepted')
  const id = await begin()
  const rows = await rowsOf(id)
  expect(rows.map(({ state }) => state)).toEqual(['refused', 'refused'])
  expect(rows.map(({ reason }) => reason).sort()).toEqual(['no_consent', 'no_whatsapp'])
  await begin()
  expect(meta.messages).toHaveLength(2)
  const consents = await server
    .db('consents')
    .whereIn(
      'user_id',
      users.map((user) => user.id),
    )
    .where({ agreed: false })
  expect(consents).toHaveLength(1)
})

test("Meta's own faults end after a few tries", async () => {
  await buildReaders(1)
  meta.answers.splice(0, 1, { code: 131000, status: 500 })
  const id = await begin()
  await pass(48)
  expect(await rowsOf(id)).toMatchObject([{ state: 'refused', reason: 'gave_up' }])
  expect(meta.messages).toHaveLength(5)
})
