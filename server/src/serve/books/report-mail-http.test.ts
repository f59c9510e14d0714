import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailsTo, textOf } from '../../../test/mails.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { reportMailJob, reportsDueJob } from './report-mail.jobs.ts'
import { dueSpan } from './report-span.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())

let address = 0
let to = ''
/** 18 November 2026 is a Wednesday. */
beforeEach(async () => {
  server.clock.set(new Date('2026-11-18T06:00:00Z'))
  await server.db('report_mail').delete()
  to = `books${++address}@example.com`
})

const waiting = () => server.db('pgboss.job').where({ name: 'report-mail' }).whereIn('state', ['created', 'retry'])
const mails = () => mailsTo(server.dataDir, to)
const subjectOf = (mail = '') => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim()

async function runAt(now: string) {
  server.clock.set(new Date(now))
  owner = server.api(await server.adminToken())
  await reportsDueJob(server.ctx).run({}, now)
}

test('reports are off, and switched on they begin with the span that runs', async () => {
  expect(await owner.books.reportMail()).toMatchObject({ weekly: false, monthly: false, to: [] })
  await owner.books.saveReportMail({ weekly: true, monthly: true, to: [to] })
  expect(await owner.books.reportMail()).toMatchObject({ to: [to], week_done: '2026-11-09', month_done: '2026-10-01' })
  await runAt('2026-11-23T02:29:00Z')
  expect(await waiting()).toEqual([])
  await runAt('2026-11-23T02:30:00Z')
  await runAt('2026-11-23T03:30:00Z')
  expect(await waiting()).toMatchObject([{ data: { kind: 'week', from: '2026-11-16', skipped: null, to } }])
  await server.answerWaiting('report-mail')
  await runAt('2026-12-01T02:30:00Z')
  await server.answerWaiting('report-mail')
  expect((await mails()).map(subjectOf)).toEqual([
    'The week from 16 November 2026 to 22 November 2026',
    expect.stringMatching(/^The (week from 23|books of Nov)/),
    expect.stringMatching(/^The (week from 23|books of Nov)/),
  ])
})

test('two instances send a report once, and a job that runs again sends nothing', async () => {
  await owner.books.saveReportMail({ weekly: true, monthly: false, to: [to, `x${to}`] })
  const other = await startTestServer({ beside: server, work: false })
  server.clock.set(new Date('2026-11-23T02:30:00Z'))
  other.clock.set(new Date('2026-11-23T02:30:00Z'))
  await Promise.all([server, other, server, other].map(({ ctx }) => reportsDueJob(ctx).run({}, 'same')))
  await other.stop()
  const jobs = await waiting()
  expect(jobs.map(({ data }) => data.to).sort()).toEqual([to, `x${to}`].sort())
  // A killed process leaves the job in the queue, which runs it again.
  const again = jobs.find(({ data }) => data.to === to)
  await server.answerWaiting('report-mail')
  await reportMailJob(server.ctx).run(again.data, again.id)
  expect(await mails()).toHaveLength(1)
})

test('a shop that was off sends the last report late, and names the weeks before it', async () => {
  await owner.books.saveReportMail({ weekly: true, monthly: false, to: [to], language: 'hi' })
  await runAt('2026-12-17T11:30:00Z')
  await server.answerWaiting('report-mail')
  expect(await waiting()).toEqual([])
  const [row] = await server.db('report_mail')
  expect(row.week_done).toBe('2026-12-07')
  expect(await mails()).toHaveLength(1)
  expect(textOf((await mails())[0] ?? '')).toContain('16 नवंबर 2026 से 6 दिसंबर 2026 तक की कोई रिपोर्ट नहीं गई')
})

test('a removed address gets nothing, and a report that is off sends none', async () => {
  await owner.books.saveReportMail({ weekly: true, monthly: false, to: [to] })
  await runAt('2026-11-23T02:30:00Z')
  await owner.books.saveReportMail({ weekly: false, monthly: false, to: [] })
  await server.answerWaiting('report-mail')
  await runAt('2026-11-30T02:30:00Z')
  expect([await waiting(), await mails()]).toEqual([[], []])
})

test.each([
  [{ to: [] }, 'Enter an email address, or switch the emails off'],
  [{ to: ['a@example.com', 'A@example.com'] }, 'An address is there twice'],
  [{ to: ['a b'] }, 'Invalid email address'],
  [{ to: Array.from({ length: 6 }, (_, at) => `a${at}@example.com`) }, 'At most 5 addresses'],
])('the settings of the reports are refused with %j', async (body, message) => {
  const save = owner.books.saveReportMail({ weekly: true, monthly: false, ...body })
  await expect(save).rejects.toMatchObject({ status: 422, data: { errors: [{ message }] } })
})

test('only an owner sets the reports; the accountant reads them', async () => {
  const finance = server.api(await server.adminToken('finance'))
  expect(await finance.books.reportMail()).toMatchObject({ weekly: false })
  const save = finance.books.saveReportMail({ weekly: true, monthly: false, to: [to] })
  await expect(save).rejects.toMatchObject({ status: 403 })
})

test.each([
  ['week', '2026-11-23T02:29:59Z', '2026-11-09'],
  ['week', '2026-11-23T02:30:00Z', '2026-11-16'],
  ['week', '2026-11-29T20:00:00Z', '2026-11-16'],
  ['month', '2026-12-01T02:29:59Z', '2026-10-01'],
  ['month', '2026-12-01T02:30:00Z', '2026-11-01'],
  ['month', '2027-01-31T12:00:00Z', '2026-12-01'],
] as const)('the report of a %s that is due at %s begins on %s', (kind, now, first) => {
  expect(dueSpan(kind, new Date(now))).toBe(first)
})
