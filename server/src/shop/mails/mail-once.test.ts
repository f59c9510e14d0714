import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, pay } from '../../../test/shopper.ts'
import { createJobs } from '../../serve/jobs/index.ts'
import { mailOnce } from './mail-once.ts'

let one: TestServer
beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

const jobNamed = (name: string) => {
  const job = createJobs(one.ctx).find((found) => found.name === name)
  if (!job) throw new Error(`no job ${name}`)
  return job
}

test('F14 a job that runs again, or twice at once, sends its mail once; another job sends its own', async () => {
  const user = await buildUser(one.db)
  const welcome = jobNamed('welcome-mail')
  const runs = await Promise.allSettled(
    Array.from({ length: 5 }, () => welcome.run({ user_id: user.user_id }, 'job-1')),
  )
  expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true)
  await welcome.run({ user_id: user.user_id }, 'job-1')
  expect(await mailsTo(one.dataDir, user.email)).toHaveLength(1)
  await welcome.run({ user_id: user.user_id }, 'job-2')
  expect(await mailsTo(one.dataDir, user.email)).toHaveLength(2)
})

test('a mailed temporary password is not ended by a second run', async () => {
  const user = await buildUser(one.db)
  const forgotten = jobNamed('forgotten-password')
  await forgotten.run({ email: user.email }, 'job-3')
  const before = await one.db('users').where({ id: user.id }).first('temporary_password_hash')
  await forgotten.run({ email: user.email }, 'job-3')
  expect(await one.db('users').where({ id: user.id }).first('temporary_password_hash')).toEqual(before)
  expect(await mailsTo(one.dataDir, user.email)).toHaveLength(1)
})

test('a refused mail is retried at once, one of a dead process after two minutes', async () => {
  const tries: string[] = []
  const send = (ends: 'fails' | 'sent') => async () => {
    tries.push(ends)
    if (ends === 'fails') throw new Error('421 not now')
  }
  await expect(mailOnce(one.ctx, 'job-4', send('fails'))).rejects.toThrow('421')
  await mailOnce(one.ctx, 'job-4', send('sent'))
  await mailOnce(one.ctx, 'job-4', send('sent'))
  expect(tries).toEqual(['fails', 'sent'])

  const until = new Date(one.ctx.now().getTime() + 120_000)
  await one.db('mails_sent').insert({ job_id: 'job-5', taken_until: until })
  await expect(mailOnce(one.ctx, 'job-5', send('sent'))).rejects.toThrow('Another process')
  one.clock.advance(121_000)
  await mailOnce(one.ctx, 'job-5', send('sent'))
  expect(tries).toHaveLength(3)
})

test('every mail names the shop of the settings, and no other', async () => {
  const { db } = one
  await one.api(await one.adminToken()).settings.update({ body: { brand: { name: 'Kaushal  Haat' } } })
  const user = await buildUser(db)
  const { order_id } = await buildPaidOrder(db, { user_id: user.id })
  await db('refunds').insert({
    refund_id: 'rfn_named',
    order_id,
    payment_id: 'pay_1',
    amount_paise: 100,
    status: 'processed',
  })
  await db('owner_alerts').insert({ alert_key: 'named', kind: 'review', order_id, created_at: one.ctx.now() })
  await jobNamed('issue-documents').run({ order_id }, 'job-named')
  const document = await db('documents').where({ order_id }).first('document_id')
  const payloads: [job: string, payload: object][] = [
    ['welcome-mail', { user_id: user.user_id }],
    ['forgotten-password', { email: user.email }],
    ['profile-changed-mail', { user_id: user.user_id, old_email: user.email, changed: ['phone'] }],
    ['receipt-mail', { order_id }],
    ['refund-mail', { refund_id: 'rfn_named' }],
    ['document-mail', { document_id: document.document_id }],
    ['owner-alert-mail', { alert_key: 'named', to: user.email }],
  ]
  for (const [job, payload] of payloads) await jobNamed(job).run(payload, `named ${job}`)
  const mails = await mailsTo(one.dataDir, user.email)
  expect(mails).toHaveLength(payloads.length)
  for (const mail of mails) {
    // An attachment is a part of its own.
    const words = (mail.split(/^Content-Type: application/m)[0] ?? '').replaceAll('=\n', '')
    expect(words).toMatch(/^From: Kaushal Haat </m)
    expect(words.match(/Kaushal Haat/g)?.length).toBeGreaterThanOrEqual(3)
    expect(words).not.toMatch(/SkillHaat|My shop/)
  }
  expect(mails.join().replaceAll('=\n', '')).toContain(`/admin?tab=3Dorders&order=3D${order_id}`)
})

/** Reads a queue's waiting jobs for this document or order. */
const waiting = async (name: string, data: object) => {
  const found = await one.db.raw('select data from pgboss.job where name = :name and data @> :data', {
    name,
    data: JSON.stringify(data),
  })
  return found.rows as { data: object }[]
}

test('a credit note is mailed whoever made it: here the mail of the receipt, which comes after the refund', async () => {
  const { link, shopper, orderId } = await boughtByShopper()
  const owner = one.api(await one.adminToken())
  await owner.orders.refund({ params: { order_id: orderId }, body: { reason: null } })
  await jobNamed('receipt-mail').run({ order_id: orderId }, `receipt of ${link.id}`)
  await jobNamed('issue-documents').run({ order_id: orderId }, 'issue')
  const note = await one.db('documents').where({ order_id: orderId }).whereNotNull('refund_id').first()
  expect(await waiting('document-mail', { document_id: note.document_id })).toHaveLength(1)
  expect(await mailsTo(one.dataDir, shopper.user.email)).toHaveLength(1)
})

test('a document that could not be made for the receipt follows by itself, once', async () => {
  const { shopper, orderId } = await boughtByShopper()
  // The lines no longer sum to what was charged, so no document can be made.
  const lines = (paise: number) =>
    one.db('order_lines').where({ order_id: orderId }).increment({ price_paise: paise, total_paise: paise })
  await lines(-100)
  await jobNamed('receipt-mail').run({ order_id: orderId }, `receipt of ${orderId}`)
  expect((await mailsTo(one.dataDir, shopper.user.email)).join()).not.toContain('application/pdf')
  await lines(100)
  const [late] = await waiting('issue-documents', { order_id: orderId, mail: true })
  for (const id of ['late-1', 'late-2']) await jobNamed('issue-documents').run(late?.data, id)
  const sale = await one.db('documents').where({ order_id: orderId }).first()
  for (const [n, { data }] of (await waiting('document-mail', { document_id: sale.document_id })).entries()) {
    await jobNamed('document-mail').run(data, `document ${n}`)
  }
  const mails = await mailsTo(one.dataDir, shopper.user.email)
  expect(mails).toHaveLength(2)
  expect(mails.filter((mail) => mail.includes('application/pdf'))).toHaveLength(1)
})

async function boughtByShopper() {
  const shopper = await buildShopper(one)
  const bought = await shopper.buyOne()
  await pay(one, bought.link)
  expect(await shopper.statusOf(bought.orderId)).toBe('paid')
  return { shopper, ...bought }
}
