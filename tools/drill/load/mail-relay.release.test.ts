// Runs before a release: sends what strangers type through every form that sends an email.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { expect, inject, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../server/test/catalogue-factories.ts'
import { query } from '../client.ts'
import { liveKeys, withProductionShop } from '../shop.ts'

const PASSWORD = 'Mango-Kulfi-42'
/** Part of every text that a caller chooses; no email to a stranger may contain it. */
const MARK = 'evil.example'
const NAME = `Claim your prize at https://${MARK}/prize`
const MAILS_WITHIN_MS = 60_000
/** Limit for one address. */
const MESSAGES_AN_HOUR = 3

test('P2: no call that mails sends a text of its caller to a stranger', async () => {
  const { serverUrl, template } = inject('testDatabase')
  const site = { serverUrl, prefix: template.replace('_template', '_relay') }
  await withProductionShop(site, liveKeys(), async ({ program, db, dataDir }) => {
    const { course_id } = await buildCourse(db, { price: 499 })
    await buildPromocode(db, { promocode: 'FREE', discount: 100 })
    const shop: Shop = { url: program.url, db, mail: join(dataDir, 'mail'), course_id }
    for (const [call, attempt] of Object.entries(attempts)) {
      const before = new Set(await mailNames(shop))
      await attempt(shop)
      await mailsSent(db)
      const mails = (await mailNames(shop)).filter((name) => !before.has(name) && name.includes('stranger'))
      // A try without any email tests nothing.
      expect(mails, call).not.toEqual([])
      for (const name of mails)
        expect(holdsText(await readFile(join(shop.mail, name), 'utf8')), `${call}: ${name}`).toBe(false)
    }
  })
})

type Shop = { url: string; db: Knex; mail: string; course_id: string }

/** The caller also chooses the tag, and it reaches the stranger's mailbox. */
const stranger = (number: number) => `stranger${number}+${MARK}@example.com`
const ATTACKER = 'attacker@example.org'
const phone = (number: number) => `980000000${number}`

type Account = { user_id: string; token: string; email: string; phone: string }
const accounts = new Map<string, Account>()

/** Attempts in this order: each uses the account of an earlier one. */
const attempts: Record<string, (shop: Shop) => Promise<void>> = {
  async register(shop) {
    const [email, number] = [stranger(1), phone(1)]
    const body = { name: NAME, email, phone: number, password: PASSWORD, reffered_by: '' }
    const { user_id, token } = await call<Account>(shop, 'POST', '/register', { body })
    accounts.set('account of a stranger', { user_id, token, email, phone: number })
  },

  async 'login, on a device with a name of its own'(shop) {
    const body = { email: stranger(1), phone: '', password: PASSWORD }
    // Each device is new to the account.
    for (const device of ['Firefox/140.0', `${NAME}/1.0 `, `Mozilla/5.0 (${MARK}; ${NAME}) ${MARK}/2.0`]) {
      await call(shop, 'POST', '/login', { body, device })
    }
  },

  async buy(shop) {
    const { user_id, token } = accountOf('account of a stranger')
    const query = new URLSearchParams({
      user_id,
      promocode: 'FREE',
      billing_state: '27',
      billing_name: NAME,
      billing_address: `https://${MARK}/prize`,
    })
    await call(shop, 'POST', `/user/buy?${query}`, { token, body: [shop.course_id] })
  },

  async 'documents.sendMine'(shop) {
    const { user_id, token } = accountOf('account of a stranger')
    const document = await shop
      .db('documents')
      .join('orders', 'orders.order_id', 'documents.order_id')
      .join('users', 'users.id', 'orders.user_id')
      .where({ 'users.user_id': user_id })
      .first('document_id')
    await call(shop, 'POST', `/user/documents/${document?.document_id}/send`, { token })
  },

  async 'forget-password'(shop) {
    await call(shop, 'POST', '/forget-password', { body: { email: stranger(1), phone: '' } })
  },

  async update_profile(shop) {
    const [email, number] = [ATTACKER, phone(2)]
    const body = { name: NAME, email, phone: number, password: PASSWORD, reffered_by: '' }
    const { user_id, token } = await call<Account>(shop, 'POST', '/register', { body })
    accounts.set('attacker', { user_id, token, email, phone: number })
    const change = { name: NAME, email: stranger(2), phone: number, user_id, current_password: PASSWORD }
    await call(shop, 'PUT', '/user/update_profile', { token, body: change })
  },

  async resendLink(shop) {
    const { token } = accountOf('attacker')
    await call(shop, 'POST', '/user/profile/pending/email', { token })
  },

  /** Moves the stranger's account to the attacker's address: the notice to the old address reaches the stranger. */
  async 'confirm_contact, to tell the old address'(shop) {
    const { user_id, token, phone: number } = accountOf('account of a stranger')
    const email = `other.${ATTACKER}`
    const change = { name: NAME, email, phone: number, user_id, current_password: PASSWORD }
    await call(shop, 'PUT', '/user/update_profile', { token, body: change })
    await mailsSent(shop.db)
    const mine = (await mailNames(shop)).findLast((name) => name.includes(email)) ?? ''
    const source = (await readFile(join(shop.mail, mine), 'utf8')).replace(/=\r?\n/g, '')
    const link = /\/confirm#([\w-]+)/.exec(source)?.[1]
    await call(shop, 'POST', '/user/confirm_contact', { token, body: { token: link } })
  },

  /** Confirms receipt to the sender at most three times an hour, without a word of the message. */
  async 'tickets.create, the contact form'(shop) {
    const body = { name: NAME, email: stranger(3), subject: NAME, message: `${NAME}\nhttps://${MARK}/prize` }
    for (let n = 0; n < MESSAGES_AN_HOUR; n++) await call(shop, 'POST', '/contact', { body })
    const refused = await call(shop, 'POST', '/contact', { body }).then(
      () => false,
      (error: Error) => error.message.startsWith('429'),
    )
    if (!refused) throw new Error(`more than ${MESSAGES_AN_HOUR} messages in the name of one address were taken`)
  },
}

function accountOf(name: string): Account {
  const account = accounts.get(name)
  if (!account) throw new Error(`${name} is not there`)
  return account
}

type Sent = { token?: string; body?: unknown; device?: string }

async function call<T>({ url }: Shop, method: string, path: string, { token, body, device }: Sent): Promise<T> {
  const headers: Record<string, string> = device ? { 'user-agent': device } : {}
  const { status, text } = await query(`${url}/api${path}`, { method, token, body, headers })
  if (status < 200 || status > 299) throw new Error(`${status} ${text}`)
  return JSON.parse(text)
}

async function mailNames({ mail }: Shop): Promise<string[]> {
  const names = await readdir(mail).catch((): string[] => [])
  return names.filter((name) => name.endsWith('.eml')).sort()
}

/** Waits until every queued email is sent. */
async function mailsSent(db: Knex): Promise<void> {
  const open = () =>
    db('pgboss.job')
      .whereIn('state', ['created', 'retry', 'active'])
      .where((either) => either.whereLike('name', '%mail').orWhere({ name: 'forgotten-password' }))
      .first('id')
  await expect.poll(open, { timeout: MAILS_WITHIN_MS, message: 'the mails of the shop do not end' }).toBeUndefined()
}

/** Returns true if the subject or the body contains the mark, or a file is attached: files contain names. */
function holdsText(source: string): boolean {
  const end = source.search(/\r?\n\r?\n/)
  const subject = /^Subject: .*(?:\r?\n[ \t].*)*/im.exec(source.slice(0, end))?.[0] ?? ''
  const body = source.slice(end).replace(/=\r?\n/g, '')
  return /content-disposition: attachment/i.test(source) || [subject, body].some((text) => text.includes(MARK))
}
