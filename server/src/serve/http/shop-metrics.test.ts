import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaidOrder, buildStudentRow } from '../../../test/catalogue-factories.ts'
import { startMailServer, type TestMailServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { ROOT, VERSION } from '../../config.ts'

let mail: TestMailServer
let shop: TestServer
const tokens = ['first-token', 'second-token']
beforeAll(async () => {
  mail = await startMailServer({ login: () => '535 no' })
  shop = await startTestServer({ work: false, env: { METRICS_TOKEN: tokens.join(', '), SMTP_URL: mail.url } })
})
afterAll(async () => {
  await shop.stop()
  await mail.close()
})

const scrape = async (token: string) => {
  const answer = await shop.request('/metrics', { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, text: await answer.text() }
}
/** Reads a value without labels, or with exactly these. */
const seriesOf = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.split(' ')
    .at(-1)

test('each of several tokens reads the metrics, and no other does', async () => {
  const statuses = await Promise.all([...tokens, tokens.join(', '), 'first-toke', ''].map(scrape))
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401])
})

test('an alert names only metrics that the shop has', async () => {
  const alerts = readFileSync(join(ROOT, 'docs/alerts.yml'), 'utf8')
  const { text } = await scrape('first-token')
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const named = alerts.match(/\b(?:skillhaat|gateway|http|process|nodejs)_\w+/g) ?? []
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((name) => !known.has(name) && !known.has(name.replace(/_count$/, '')))).toEqual([])
  expect([...known].filter((name) => name?.startsWith('skillhaat_')).length).toBeGreaterThanOrEqual(10)
})

test('the metrics know orders, jobs, emails, events, backups and the disk', async () => {
  const { db, ctx } = shop
  const { text: before } = await scrape('first-token')
  expect(seriesOf(before, 'skillhaat_backup_age_seconds')).toBe('+Inf')
  expect(seriesOf(before, 'skillhaat_webhook_age_seconds')).toBe('+Inf')
  expect(seriesOf(before, 'skillhaat_mail_failures_total{kind="login"}')).toBe('0')
  expect(seriesOf(before, 'skillhaat_jobs_failed_total{job="receipt-mail"}')).toBe('0')

  const buyer = await buildStudentRow(db)
  const { order_id } = await buildPaidOrder(db, { user_id: buyer.id })
  await db('orders').where({ order_id }).update({ status: 'created', paid_at: null })
  const ago = (seconds: number) => new Date(ctx.now().getTime() - seconds * 1000)
  await db('gateway_events').insert({ event_id: 'evt_1', event: 'order.paid', body: '{}', received_at: ago(60) })
  const backup = { started_at: ago(7200), ok: true, size_bytes: 1, message: 'done', place: '/b' }
  await db('backups').insert([
    { ...backup, finished_at: ago(7200) },
    { ...backup, finished_at: ago(60), ok: false },
  ])
  await ctx.queue.send(db, 'welcome-mail', { user_id: buyer.user_id })
  const letter = { to: 'asha@example.com', subject: 's', text: 't', html: 'h' }
  await expect(ctx.mailer.send(letter)).rejects.toThrow('535')
  // Scrapes of five seconds share one look.
  expect(seriesOf((await scrape('first-token')).text, 'skillhaat_webhook_age_seconds')).toBe('+Inf')
  shop.clock.advance(5_000)
  const { text } = await scrape('first-token')
  const number = (series: string) => Number(seriesOf(text, series))
  expect(number('skillhaat_orders_open')).toBe(1)
  expect(number('skillhaat_orders_attention')).toBe(0)
  expect(number('skillhaat_jobs_waiting')).toBeGreaterThanOrEqual(1)
  expect(number('skillhaat_mail_trouble')).toBe(1)
  expect(number('skillhaat_webhook_age_seconds')).toBeCloseTo(60, -2)
  expect(number('skillhaat_backup_age_seconds')).toBeCloseTo(7200, -2)
  expect(number('skillhaat_data_dir_free_bytes')).toBeGreaterThan(0)
  expect(number('skillhaat_db_pool_used')).toBeGreaterThanOrEqual(0)
  expect(text).toContain(`skillhaat_build_info{version="${VERSION}",node="${process.versions.node}"} 1`)
  expect(number('skillhaat_mail_failures_total{kind="login"}')).toBe(1)
})

test('the metrics are served while the database is away', async () => {
  const other = await startTestServer({ beside: shop, work: false })
  const away = other.ctx.db
  await away.destroy()
  const answer = await other.request('/metrics')
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(seriesOf(text, 'skillhaat_orders_open')).toMatch(/^nan$/i)
  expect(Number(seriesOf(text, 'skillhaat_data_dir_free_bytes'))).toBeGreaterThan(0)
  await other.stop()
})
