import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createWhatsappSandbox,
  WHATSAPP_SANDBOX,
  type WhatsappSandbox,
} from '../../../../../tools/sandbox-gateway/whatsapp.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { sendTemplate, signEvent } from '../../../platform/whatsapp/cloud-api.ts'
import { refusalOf } from '../../../platform/whatsapp/refusals.ts'
import { findWhatsapp } from '../../../platform/whatsapp/whatsapp-keys.queries.ts'
import { whatsappKey } from '../whatsapp-status.queries.ts'
import { isStop } from './stop-words.ts'
import { keysOf } from './whatsapp.service.ts'

let server: TestServer
let meta: WhatsappSandbox
let listener: Server
let owner: ReturnType<TestServer['api']>

const { phoneNumberId, wabaId, token, appSecret, verifyToken } = WHATSAPP_SANDBOX
const settings = {
  phone_number_id: phoneNumberId,
  waba_id: wabaId,
  token,
  app_secret: appSecret,
  verify_token: verifyToken,
  api_version: 'v24.0',
  rates: { marketing: 0.8631, utility: 0.115, authentication: 0.115, as_of: '2026-11-01' },
}

beforeAll(async () => {
  meta = createWhatsappSandbox({ webhookUrl: () => `${server.url}/api/webhooks/whatsapp` })
  listener = createServer(express().use(meta.router)).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  server = await startTestServer({ work: false, env: { WHATSAPP_BASE_URL: `http://127.0.0.1:${port}` } })
  owner = server.api(await server.adminToken())
  meta.addTemplate({
    name: 'new_course',
    language: 'en',
    body: 'Hello {{1}}, a new course: {{2}}. Bye.',
    url: 'https://shop.example/l/{{1}}',
  })
})
afterAll(async () => {
  await server.stop()
  listener.close()
})
beforeEach(async () => {
  meta.behave('', {})
  await owner.whatsapp.save(settings)
})

const keys = async () => {
  const found = keysOf(server.ctx, await findWhatsapp(server.db))
  if (!found) throw new Error('no settings')
  return found
}

/** A recipient who was handed one message. */
async function recipientOf(user: { id: number }) {
  const letter_id = `let_${user.id}`
  const moment = server.ctx.now()
  const made = { made_at: moment, changed_at: moment, status: 'sending', channel: 'whatsapp' }
  await server
    .db('letters')
    .insert({ letter_id, name: 'News', subject: 'News', blocks: '[]', segment: '{"all":[]}', ...made })
  const row = {
    letter_id,
    user_id: user.id,
    channel: 'whatsapp',
    receiver: 'whatsapp',
    state: 'leased',
    due_at: moment,
    attempt: 1,
  }
  const [inserted] = await server.db('letter_recipients').insert(row).returning(['recipient_id', 'token', 'attempt'])
  const key = whatsappKey(inserted)
  const read = () => server.db('letter_recipients').where({ recipient_id: inserted.recipient_id }).first()
  return { key, read, recipient_id: inserted.recipient_id }
}

async function handOver(user: { id: number; phone?: string }, to = '919876543210', values = ['Asha', 'Rangoli']) {
  const { key, ...row } = await recipientOf(user)
  const message = {
    to,
    template: 'new_course',
    language: 'en',
    body: values.map((text) => ({ text })),
    buttonPath: 'x',
    key,
  }
  return { sent: await sendTemplate(await keys(), message), key, ...row }
}

test('settings are stored sealed, and answered with masked secrets only', async () => {
  const shown = await owner.whatsapp.get()
  expect(shown).toMatchObject({ phone_number_id: phoneNumberId, rates: settings.rates, stopped: null })
  const [row] = await server.db('whatsapp_config')
  for (const secret of [token, appSecret, verifyToken]) {
    expect(JSON.stringify([shown, row])).not.toContain(secret)
    expect(server.logged.join()).not.toContain(secret)
  }
  expect(
    await owner.whatsapp.save({ ...settings, token: shown.token, app_secret: '', verify_token: null }),
  ).toMatchObject({
    token: shown.token,
  })
  expect((await keys()).token).toBe(token)
  const { rows } = await server.db.raw(
    "select count(*)::int as n from activity where call = 'whatsapp.save' and after::text like ?",
    [`%${token}%`],
  )
  expect(rows[0].n).toBe(0)
})

test('a test of the keys reports the number, or why Meta refuses the token', async () => {
  expect(await owner.whatsapp.test()).toEqual({ verified: true, checked: true, phone: '+91 98765 00000' })
  meta.setToken(false)
  expect(await owner.whatsapp.test()).toMatchObject({ verified: false, checked: true })
  meta.setToken(true)
})

test('templates are listed with the number of their values and the price of their category', async () => {
  const { templates } = await owner.whatsapp.templates({ refresh: '1' })
  expect(templates).toEqual([
    {
      name: 'new_course',
      language: 'en',
      status: 'APPROVED',
      category: 'MARKETING',
      parameters: ['1', '2'],
      body: 'Hello {{1}}, a new course: {{2}}. Bye.',
      has_button_path: true,
      is_sendable: true,
      price: 0.8631,
    },
  ])
})

test('the webhook answers the challenge to who knows the verify token alone', async () => {
  const request = (input: string) =>
    server.request(`/api/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${input}&hub.challenge=1158201444`)
  const good = await request(verifyToken)
  expect([good.status, await good.text()]).toEqual([200, '1158201444'])
  expect((await request('guessed')).status).toBe(403)
})

test('an event counts if its raw body is signed with the app secret', async () => {
  const body = '{"object":"whatsapp_business_account","entry":[]}'
  // The check value of Meta's scheme.
  expect(signEvent(body, 'app_secret_test')).toBe(
    'sha256=523505d20f6a97026a425949264490ca97eab5d4ba6cd6a0f56f7557599d7f7b',
  )
  expect(await meta.post(body)).toBe(200)
  expect(await meta.post(body, signEvent(`${body} `, appSecret))).toBe(401)
  expect(await meta.post(body, '')).toBe(401)
  expect(await meta.post('{"entry": [{"changes": "odd"}, 7, null]}')).toBe(200)
  expect(await meta.post('not JSON')).toBe(200)
})

test('a message is accepted, and its states move up only, however its events arrive', async () => {
  const user = await buildUser(server.db)
  for (const behaviour of [{ twice: true }, { shuffled: true, twice: true }, { statuses: ['read' as const] }]) {
    meta.behave('', behaviour)
    const { sent, read, recipient_id } = await handOver(user)
    expect(sent.kind).toBe('accepted')
    expect(await meta.flush()).not.toContain(401)
    const row = await read()
    expect(row).toMatchObject({ state: 'handed_over', billable: true, price_category: 'marketing' })
    expect([row.sent_at, row.delivered_at, row.read_at]).not.toContain(null)
    await server.db('letter_recipients').where({ recipient_id }).delete()
    await server.db('letters').delete().where({ channel: 'whatsapp' })
  }
})

test('a lost answer stays unknown until its events name it by our key', async () => {
  meta.behave('', { drop: true })
  const { sent, read, recipient_id } = await handOver(await buildUser(server.db))
  expect(sent.kind).toBe('unknown')
  await server.db('letter_recipients').where({ recipient_id }).update({ state: 'unknown' })
  await meta.flush()
  expect(await read()).toMatchObject({ state: 'handed_over', provider_id: meta.taken.at(-1)?.wamid })
})

test('a failure after sent refuses the recipient, and a number without WhatsApp is remembered', async () => {
  const user = await buildUser(server.db)
  meta.behave('', { statuses: ['sent', 'failed'], shuffled: true, failed: 131026 })
  const { read } = await handOver(user)
  await meta.flush()
  expect(await read()).toMatchObject({ state: 'refused', code: 131026 })
  expect(await server.db('whatsapp_people').where({ user_id: user.id })).toHaveLength(1)
})

test("Meta's limit per person is waited out for a day, once", async () => {
  meta.behave('', { statuses: ['sent', 'failed'], failed: 131049 })
  const { read, recipient_id, key } = await handOver(await buildUser(server.db))
  await meta.flush()
  const waiting = await read()
  expect(waiting).toMatchObject({ state: 'waiting', provider_id: null })
  expect(Date.parse(waiting.due_at) - server.ctx.now().getTime()).toBeGreaterThan(86_000_000)
  // A repeated event of the attempt before changes nothing.
  await meta.post(
    JSON.stringify({
      entry: [
        {
          changes: [
            {
              field: 'messages',
              value: {
                statuses: [
                  {
                    id: 'wamid.x',
                    status: 'delivered',
                    timestamp: '1764067200',
                    biz_opaque_callback_data: `${key.slice(0, -1)}7`,
                  },
                ],
              },
            },
          ],
        },
      ],
    }),
  )
  expect((await read()).state).toBe('waiting')
  await server.db('letter_recipients').where({ recipient_id }).update({ state: 'leased', attempt: 2 })
  const again = {
    statuses: [
      {
        id: 'wamid.y',
        status: 'failed',
        timestamp: '1764067200',
        errors: [{ code: 131049, title: 'Limit' }],
        biz_opaque_callback_data: `${key.slice(0, -1)}2`,
      },
    ],
  }
  await meta.post(JSON.stringify({ entry: [{ changes: [{ field: 'messages', value: again }] }] }))
  expect(await read()).toMatchObject({ state: 'refused', code: 131049 })
})

test('STOP, its Hindi word and a choice in the app take the consent back at once', async () => {
  for (const [index, word] of ['Stop.', 'बंद', { marketing: 'stop' as const }].entries()) {
    const phone = `98765432${index}1`
    const user = await buildUser(server.db, { phone })
    const { consents } = server.api(await server.userToken(user))
    await consents.change({ params: { purpose: 'news_message' }, body: { agreed: true } })
    expect(await meta.say(`91${phone}`, 'Thank you, stop by soon')).toBe(200)
    expect((await consents.list())[1]?.agreed).toBe(true)
    await meta.say(`91${phone}`, word)
    expect((await consents.list())[1]?.agreed).toBe(false)
  }
})

const post = (field: string, value: object) => meta.post(JSON.stringify({ entry: [{ changes: [{ field, value }] }] }))
let numbers = 0
/** A student who agreed to messages, with what they agree to now. */
async function agreeing() {
  const phone = `97${String(++numbers).padStart(8, '0')}`
  const user = await buildUser(server.db, { phone })
  const { consents } = server.api(await server.userToken(user))
  await consents.change({ params: { purpose: 'news_message' }, body: { agreed: true } })
  return { user, phone, agreed: async () => (await consents.list())[1]?.agreed }
}
const userId = () => `IN.${String(++numbers).padStart(20, '1')}`
const stop = { id: 'wamid.in', type: 'text', text: { body: 'STOP' } }

describe('a STOP', () => {
  test.each<[form: string, message: (of: { phone: string; id: string }) => object]>([
    ['by a number with a plus', ({ phone }) => ({ messages: [{ ...stop, from: `+91 ${phone}` }] })],
    [
      'whose number stands in the contact alone',
      ({ phone, id }) => ({
        contacts: [{ wa_id: `91${phone}`, user_id: id }],
        messages: [{ ...stop, from_user_id: id }],
      }),
    ],
    [
      'of one person among several',
      ({ phone, id }) => ({
        contacts: [
          { wa_id: '919999999999', user_id: 'IN.9' },
          { wa_id: `91${phone}`, user_id: id },
        ],
        messages: [{ ...stop, from_user_id: id }],
      }),
    ],
    [
      'on a button of a template',
      ({ phone }) => ({
        messages: [{ id: 'w', from: `91${phone}`, type: 'button', button: { text: 'Stop promotions', payload: 'x' } }],
      }),
    ],
    [
      'on a button with another label',
      ({ phone }) => ({
        messages: [{ id: 'w', from: `91${phone}`, button: { text: 'No thanks', payload: 'STOP' } }],
      }),
    ],
    [
      'on a button of a menu',
      ({ phone }) => ({
        messages: [
          {
            from: `91${phone}`,
            interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Unsubscribe' } },
          },
        ],
      }),
    ],
    [
      'as a choice in the app, by the person’s id',
      ({ phone, id }) => ({
        contacts: [{ wa_id: `91${phone}`, user_id: id }],
        user_preferences: [{ user_id: id, category: 'marketing_messages', value: 'stop' }],
      }),
    ],
  ])('%s ends the consent', async (_form, message) => {
    const { phone, agreed } = await agreeing()
    expect(await post('messages', message({ phone, id: userId() }))).toBe(200)
    expect(await agreed()).toBe(false)
  })

  test.each<[way: string, learn: (of: { phone: string; id: string; key: string }) => object]>([
    [
      'a status named beside the number',
      ({ phone, id, key }) => ({
        statuses: [
          {
            id: `wamid.${key}`,
            status: 'delivered',
            timestamp: '1764067200',
            biz_opaque_callback_data: key,
            recipient_id: `91${phone}`,
            recipient_user_id: id,
          },
        ],
      }),
    ],
    [
      'a status named without the number',
      ({ id, key }) => ({
        statuses: [
          {
            id: `wamid.${key}`,
            status: 'delivered',
            timestamp: '1764067200',
            biz_opaque_callback_data: key,
            recipient_user_id: id,
          },
        ],
      }),
    ],
    [
      'the contact of an earlier message named',
      ({ phone, id }) => ({
        contacts: [{ wa_id: `91${phone}`, user_id: id }],
        messages: [{ id: 'w', from: `91${phone}`, from_user_id: id, text: { body: 'How much is it?' } }],
      }),
    ],
  ])('ends the consent by an id alone: %s', async (_way, learn) => {
    const { user, phone, agreed } = await agreeing()
    const id = userId()
    const { key } = await recipientOf(user)
    await post('messages', learn({ phone, id, key }))
    expect(await agreed()).toBe(true)
    await post('messages', { contacts: [{ user_id: id }], messages: [{ ...stop, from_user_id: id }] })
    expect(await agreed()).toBe(false)
  })

  test('ends the consent by an id that replaced a known one', async () => {
    const { phone, agreed } = await agreeing()
    const [old, renewed, last] = [userId(), userId(), userId()]
    await post('messages', { messages: [{ id: 'w', from: `91${phone}`, from_user_id: old, text: { body: 'Hi' } }] })
    const system = { type: 'user_changed_user_id', user_id: renewed }
    await post('messages', { messages: [{ id: 'w', from_user_id: old, type: 'system', system }] })
    await post('user_id_update', { user_id_update: [{ user_id: { previous: renewed, current: last } }] })
    await post('messages', { messages: [{ ...stop, from_user_id: last }] })
    expect(await agreed()).toBe(false)
  })

  test('ends the consent as an answer to our message, without any id', async () => {
    const { user, agreed } = await agreeing()
    const { recipient_id } = await recipientOf(user)
    await server.db('letter_recipients').where({ recipient_id }).update({ provider_id: 'wamid.ours' })
    await post('messages', { messages: [{ ...stop, context: { id: 'wamid.ours' } }] })
    expect(await agreed()).toBe(false)
  })
})

test('a STOP that fits nobody is shown to the owner, and counts once a student is known by the id', async () => {
  const { user, agreed } = await agreeing()
  const { key } = await recipientOf(user)
  await owner.letters.clearUnread()
  const id = userId()
  for (let n = 0; n < 2; n++) await post('messages', { messages: [{ ...stop, from_user_id: id }] })
  expect(await agreed()).toBe(true)
  const { lines } = await owner.overview.todo()
  expect(lines).toContainEqual(
    expect.objectContaining({ kind: 'reports', count: 2, words: expect.stringContaining(id) }),
  )
  const status = { id: 'wamid.z', status: 'delivered', timestamp: '1764067200', biz_opaque_callback_data: key }
  await post('messages', { statuses: [{ ...status, recipient_user_id: id }] })
  expect(await agreed()).toBe(false)
  expect(await server.db('whatsapp_strangers').where({ whatsapp_id: id })).toEqual([])
  expect(server.logged.join()).not.toContain(id)
})

test.each([
  ...[
    'STOP',
    'stop!!',
    'Please stop',
    'Stop, please.',
    'Unsubscribe me',
    'Stop promotions',
    'STOP ALL',
    'opt-out',
    'Don’t send',
  ],
  ...['बंद करो', 'बन्द करें', 'कृपया बंद करें', 'रोकें', 'मत भेजो', 'स्टॉप', 'band karo', 'थांबवा', 'पाठवू नका', 'બંધ કરો'],
  ...['বন্ধ করুন', 'நிறுத்து', 'ఆపు', 'ನಿಲ್ಲಿಸಿ', 'നിർത്തുക', 'ਬੰਦ ਕਰੋ', 'بند کریں', 'ｓｔｏｐ', 'st\u200bop'],
])('a message "%s" is a stop', (words) => {
  expect(isStop(words)).toBe(true)
})

test.each([
  'Thank you, stop by soon',
  'When does it end?',
  'Please send more',
  '',
  'दुकान कब बंद होगी',
  'cancel my order 0012',
])('a message "%s" is no stop', (words) => {
  expect(isStop(words)).toBe(false)
})

test('a template takes the state that Meta reports, and a paused one refuses', async () => {
  await owner.whatsapp.templates({ refresh: '1' })
  meta.setTemplate('new_course', 'PAUSED')
  const value = { message_template_name: 'new_course', message_template_language: 'en', event: 'PAUSED' }
  await meta.post(JSON.stringify({ entry: [{ changes: [{ field: 'message_template_status_update', value }] }] }))
  expect((await owner.whatsapp.templates({})).templates[0]?.status).toBe('PAUSED')
  expect((await handOver(await buildUser(server.db))).sent).toMatchObject({ kind: 'refused', act: 'fix', code: 132015 })
  meta.setTemplate('new_course', 'APPROVED')
})

test('each refusal of Meta asks for its own step', async () => {
  const user = await buildUser(server.db)
  expect((await handOver(user, '919876543210', ['Asha'])).sent).toMatchObject({ act: 'fix', code: 132000 })
  await server.db('letter_recipients').delete()
  await server.db('letters').where({ channel: 'whatsapp' }).delete()
  const steps = {
    190: 'stop_all',
    131042: 'stop_all',
    210: 'stop_all',
    130429: 'slow',
    131056: 'wait',
    131000: 'again',
    131049: 'tomorrow',
  }
  const more = { 130472: 'skip', 131050: 'suppress', 131026: 'number', 132001: 'fix', 999999: 'fix' }
  for (const [code, act] of Object.entries({ ...steps, ...more }))
    expect([code, refusalOf(Number(code))]).toEqual([code, act])
  meta.setPerSecond(0)
  expect((await handOver(user)).sent).toMatchObject({ act: 'slow', code: 130429 })
  meta.setPerSecond(80)
})
