import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startProgram } from '../../../test/program.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { createJobs } from '../../serve/jobs/index.ts'

const HOUR = 3_600_000
const MORNING = new Date('2026-11-25T03:50:00.000Z')

let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  await server.api(await server.adminToken()).settings.update({ body: { contact: { email: 'help@example.com' } } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(MORNING)
  owner = server.api(await server.adminToken('owner'))
  await server.db('breaches').delete()
  await server.db('pgboss.job').delete()
})

const words = {
  title: 'A list went to a wrong address',
  nature: 'A list of students went to a wrong address.',
  happened: 'Today, 9:00 am',
  extent: 'Names and emails',
  consequences: 'Unwanted emails',
  done: 'The list was deleted',
  to_do: 'Beware of odd emails',
}
const everybody = { kind: 'all' as const }
const facts = () => ({ ...words, people: everybody, known_at: MORNING.toISOString() })

const jobNamed = (name: string) => {
  const job = createJobs(server.ctx).find((found) => found.name === name)
  if (!job) throw new Error(`no job ${name}`)
  return job
}

const waitingIn = (name: string): Promise<{ id: string; data: object }[]> =>
  server.db('pgboss.job').where({ name, state: 'created' }).orderBy('created_on').select('id', 'data')

/** Runs what waits in a queue, oldest first; returns how many. */
async function runWaiting(name: string): Promise<number> {
  const jobs = await waitingIn(name)
  for (const { id, data } of jobs) {
    await jobNamed(name).run(data, id)
    await server.db('pgboss.job').where({ id }).delete()
  }
  return jobs.length
}

async function mailOwners(): Promise<number> {
  await runWaiting('breach-alarm-mail')
  return runWaiting('breach-owner-mail')
}

test('the clocks end 6 and 72 hours after the moment of knowledge, in words of India, and stop with their report', async () => {
  const { breach } = await owner.breaches.add(facts())
  expect(breach.clocks.map(({ to, ends, running, late }) => [to, ends, running, late])).toEqual([
    ['cert_in', 'Wednesday, 25 November 2026, 3:20 pm', true, false],
    ['board', 'Saturday, 28 November 2026, 9:20 am', true, false],
  ])
  const after = (ms: number) => server.clock.set(new Date(MORNING.getTime() + 6 * HOUR + ms))
  after(-60_000)
  const late = async () => (await owner.breaches.get({ breach_id: breach.breach_id })).clocks.map(({ late: is }) => is)
  expect(await late()).toEqual([false, false])
  after(1)
  expect(await late()).toEqual([true, false])

  const params = { breach_id: breach.breach_id }
  const report = (to: 'cert_in' | 'board', full: boolean) =>
    owner.breaches.noteSent({ params, body: { to, full, at: server.ctx.now().toISOString(), text: `To ${to}` } })
  await report('cert_in', false)
  const first = await report('board', false)
  expect(first.breach.clocks.map(({ running, reports }) => [running, reports.length])).toEqual([
    [false, 1],
    [true, 1],
  ])
  const full = await report('board', true)
  expect(full.breach.clocks.map(({ running }) => running)).toEqual([false, false])
  expect(full.breach.clocks[1]?.reports.map(({ text, full: is }) => [text, is])).toEqual([
    ['To board', false],
    ['To board', true],
  ])
})

test('owners get an email at once, before each end and after it, each once', async () => {
  await owner.breaches.add(facts())
  const clocks = jobNamed('breach-clocks')
  const owners = Number((await server.db('admins').where({ role: 'owner' }).count({ n: '*' }).first())?.n)
  expect(await mailOwners()).toBe(owners)
  const mailed: number[] = []
  for (const hours of [3.9, 0.2, 0, 1.5, 0.5, 18, 24, 18, 6]) {
    server.clock.advance(hours * HOUR)
    await clocks.run({}, 'clocks')
    mailed.push((await mailOwners()) / owners)
  }
  expect(mailed).toEqual([0, 1, 0, 1, 1, 1, 1, 1, 1])
  const later = server.api(await server.adminToken('owner'))
  const { lines } = await later.overview.todo()
  expect(lines[0]).toMatchObject({ kind: 'breach', count: 1, words: 'cert_in', until: '2026-11-25T09:50:00.000Z' })
})

test('a false alarm stops the clocks, their emails and the line on Home', async () => {
  const title = 'Odd logins of a partner'
  const { breach } = await owner.breaches.add({ ...facts(), title })
  const params = { breach_id: breach.breach_id }
  expect((await owner.overview.todo()).lines[0]?.kind).toBe('breach')
  const { breach: ended } = await owner.breaches.update({
    params,
    body: { ...facts(), title, false_alarm: 'Our own test' },
  })
  expect(ended).toMatchObject({ open: false, clocks: [{ running: false }, { running: false }] })
  await expect(owner.breaches.send({ params })).rejects.toMatchObject({ status: 409, code: 'conflict' })
  server.clock.advance(5 * HOUR)
  await jobNamed('breach-clocks').run({}, 'clocks')
  await mailOwners()
  const emails: string[] = await server.db('admins').where({ role: 'owner' }).pluck('email')
  const mailed = await Promise.all(emails.map((email) => mailsTo(server.dataDir, email)))
  expect(mailed.flat().filter((mail) => mail.includes(title))).toEqual([])
  expect((await owner.overview.todo()).lines.some(({ kind }) => kind === 'breach')).toBe(false)
})

test('the texts name what is missing, and nobody is emailed before it is filled in', async () => {
  const known_at = server.ctx.now().toISOString()
  const { breach } = await owner.breaches.add({ title: 'Odd logins', people: everybody, known_at })
  const [cert, board, people] = breach.texts
  expect(cert?.missing).toContain('What happened')
  expect(cert?.text).toContain('[What happened: to fill in]')
  expect(board?.missing).toContain('Against a repeat')
  expect(people?.missing).toEqual([
    'What happened',
    'When it happened',
    'Extent',
    'Likely consequences',
    'Done so far',
    'What people can do',
  ])
  const params = { breach_id: breach.breach_id }
  await expect(owner.breaches.send({ params })).rejects.toMatchObject({ status: 422 })
  expect(await server.db('breach_people')).toEqual([])
  const { breach: filled } = await owner.breaches.update({ params, body: facts() })
  expect(filled.texts[2]?.missing).toEqual([])
  expect(filled.texts[2]?.text).toContain('help@example.com')
})

test('each person gets one email in their language; refused addresses count as returned', async () => {
  const asha = await buildUser(server.db)
  const ravi = await buildUser(server.db)
  const gone = await buildUser(server.db)
  await server.db('users').where({ id: ravi.id }).update({ language: 'hi' })
  const emails = [asha.email, ravi.email, gone.email, 'nobody.here@example.com']
  const hi = { nature: 'एक सूची ग़लत पते पर गई।', consequences: '', done: '', to_do: '' }
  const { breach } = await owner.breaches.add({ ...facts(), people: { kind: 'emails', emails }, hi })
  expect(breach.notice).toMatchObject({ touched: 4, waiting: 0, begun_at: null })
  const params = { breach_id: breach.breach_id }
  await Promise.all([owner.breaches.send({ params }), owner.breaches.send({ params })])
  await runWaiting('breach-people')
  expect(await runWaiting('breach-mail')).toBe(4)
  const [english] = await mailsTo(server.dataDir, asha.email)
  expect(english).toContain('Unwanted emails')
  const [hindi] = await mailsTo(server.dataDir, ravi.email)
  expect(hindi).toContain('lang=3D"hi')
  server.clock.advance(1_000)
  await server.db('users').where({ id: gone.id }).update({ email_refused_at: server.ctx.now(), email_refusal: '550' })
  const { notice } = await owner.breaches.get(params)
  expect(notice).toMatchObject({ touched: 4, waiting: 0, sent: 3, came_back: 1, by_phone: 0 })
  // Again: nobody a second time, and the people stay.
  await owner.breaches.send({ params })
  await runWaiting('breach-people')
  expect(await runWaiting('breach-mail')).toBe(0)
  await expect(owner.breaches.update({ params, body: facts() })).rejects.toMatchObject({ status: 409 })
  await owner.users.delete({ params: { id: asha.user_id } })
  expect(await server.db('breach_people').where({ user_id: asha.id })).toEqual([])
})

test('an address of a list goes with the account that has it, before anybody is emailed', async () => {
  const user = await buildUser(server.db)
  await owner.breaches.add({ ...facts(), people: { kind: 'emails', emails: [user.email, 'other@example.com'] } })
  await owner.users.delete({ params: { id: user.user_id } })
  expect(await server.db('breach_people').pluck('email')).toEqual(['other@example.com'])
})

test('a segment is emailed by its rules, and a later press reaches those who joined it since', async () => {
  const one = await buildUser(server.db)
  await buildUser(server.db)
  await server.db('users').update({ language: 'en' })
  await server.db('users').where({ id: one.id }).update({ language: 'mr' })
  const segment = { all: [{ language: 'mr' as const }] }
  const people = { kind: 'segment' as const, name: 'Marathi', segment }
  const { breach } = await owner.breaches.add({ ...facts(), people })
  const params = { breach_id: breach.breach_id }
  expect((await owner.breaches.send({ params })).breach.notice).toMatchObject({ touched: 1, waiting: 1 })
  const two = await buildUser(server.db)
  await server.db('users').where({ id: two.id }).update({ language: 'mr' })
  expect((await owner.breaches.send({ params })).breach.notice.touched).toBe(2)
  expect(await server.db('breach_people').orderBy('person_id').pluck('user_id')).toEqual([one.id, two.id])
  // The same people in another order of keys.
  await owner.breaches.update({ params, body: { ...facts(), people } })
})

test('sending that ends in the middle goes on with the rest, and nobody gets it twice', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(server.db)))
  const emails = people.map(({ email }) => email)
  const { breach } = await owner.breaches.add({ ...facts(), people: { kind: 'emails', emails } })
  const params = { breach_id: breach.breach_id }
  await owner.breaches.send({ params })
  const [queued] = await waitingIn('breach-people')
  const stopping = AbortSignal.abort()
  await expect(jobNamed('breach-people').run(queued?.data, String(queued?.id), stopping)).rejects.toThrow('stops')
  expect(await waitingIn('breach-mail')).toEqual([])
  await runWaiting('breach-people')
  const jobs = await waitingIn('breach-mail')
  expect(jobs).toHaveLength(6)
  // Three were sent by a process that ended before it noted any of them, and before the queue knew.
  for (const { id, data } of jobs.slice(0, 3)) await jobNamed('breach-mail').run(data, id)
  await server.db('breach_people').update({ state: 'waiting', sent_at: null })
  for (let round = 0; round < 2; round += 1)
    for (const { id, data } of jobs) await jobNamed('breach-mail').run(data, id)
  for (const email of emails) expect([email, (await mailsTo(server.dataDir, email)).length]).toEqual([email, 1])
  expect((await owner.breaches.get(params)).notice).toMatchObject({ sent: 6, waiting: 0 })
})

test('killed right before the first email leaves, sending goes on afterwards, and everybody gets one', {
  timeout: 120_000,
}, async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => buildUser(server.db)))
  const emails = people.map(({ email }) => email)
  const { breach } = await owner.breaches.add({ ...facts(), people: { kind: 'emails', emails } })
  const doomed = await startProgram({
    DATABASE_URL: String(server.ctx.config.databaseUrl),
    DATA_DIR: server.dataDir,
    ...server.bucket,
    PORT: '0',
    SEED: 'none',
    FAILPOINT: 'mail:before-send',
  })
  await owner.breaches.send({ params: { breach_id: breach.breach_id } })
  await doomed.ended
  await doomed.kill()
  // The queue gives the jobs of a killed process to the next one when they expire.
  await server.db('pgboss.job').where({ state: 'active' }).update({ state: 'created' })
  server.clock.set(new Date(Date.now() + 180_000))
  await runWaiting('breach-people')
  await runWaiting('breach-mail')
  for (const email of emails) expect([email, (await mailsTo(server.dataDir, email)).length]).toEqual([email, 1])
})

test('an address that the mail server refuses for good ends its email, and counts as returned', async () => {
  const user = await buildUser(server.db)
  const mail = await startMailServer({
    recipient: (address) => (address === user.email ? '550 5.1.1 No such user' : undefined),
  })
  const shop = await startTestServer({ work: false, beside: server, env: { SMTP_URL: mail.url } })
  try {
    const people = { kind: 'emails' as const, emails: [user.email] }
    const { breach } = await owner.breaches.add({ ...facts(), people })
    await owner.breaches.send({ params: { breach_id: breach.breach_id } })
    await runWaiting('breach-people')
    const [job] = await waitingIn('breach-mail')
    await createJobs(shop.ctx)
      .find(({ name }) => name === 'breach-mail')
      ?.run(job?.data, String(job?.id))
    expect((await owner.breaches.get({ breach_id: breach.breach_id })).notice).toMatchObject({ sent: 0, came_back: 1 })
  } finally {
    await shop.stop()
    await mail.close()
  }
})

test('only an owner reads and writes breaches and processors; a send asks for a confirmation', async () => {
  const { breach } = await owner.breaches.add(facts())
  const params = { breach_id: breach.breach_id }
  for (const role of ['editor', 'support', 'finance'] as const) {
    const api = server.api(await server.adminToken(role))
    const calls = await Promise.allSettled([
      api.breaches.list(),
      api.breaches.get(params),
      api.breaches.add(facts()),
      api.breaches.update({ params, body: facts() }),
      api.breaches.send({ params }),
      api.processors.list(),
      api.processors.add({ name: 'Kaveri', purpose: 'Hosting', country: 'India' }),
    ])
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: { status: 403 } })
  }
  await server.db('sessions').update({ confirmed_at: null })
  await expect(owner.breaches.send({ params })).rejects.toMatchObject({ status: 403, code: 'confirmation_required' })
})

test('a moment in the future, too many addresses and unknown breaches are refused with their reason', async () => {
  const known_at = new Date(server.ctx.now().getTime() + HOUR).toISOString()
  await expect(owner.breaches.add({ ...facts(), known_at })).rejects.toMatchObject({
    status: 422,
    message: 'This moment has not come yet',
  })
  const emails = Array.from({ length: 1_001 }, (_, at) => `p${at}@example.com`)
  await expect(owner.breaches.add({ ...facts(), people: { kind: 'emails', emails } })).rejects.toMatchObject({
    status: 422,
  })
  await expect(owner.breaches.get({ breach_id: 'br_unknown' })).rejects.toMatchObject({ status: 404 })
})

test('processors are those of the settings and rows of the owner; the public list has neither contract nor note', async () => {
  expect((await server.api().processors.shown()).map(({ name }) => name)).toEqual(['Razorpay'])
  await server.db('webhook_endpoints').insert({
    webhook_id: 'wh_1',
    url: 'https://hooks.example.com/in',
    events: ['*'],
    format: 'full',
    secret_sealed: 'sealed',
    active: true,
    by_program: false,
    created_at: server.ctx.now(),
  })
  expect((await server.api().processors.shown()).map(({ name }) => name)).toEqual(['Razorpay', 'hooks.example.com'])
  await owner.processors.add({
    name: 'Kaveri Hosting',
    purpose: 'Runs the server',
    country: 'India',
    contract_on: '2026-04-01',
    note: 'Signed by Asha',
  })
  const rows = await owner.processors.list()
  expect(rows.at(-1)).toMatchObject({ name: 'Kaveri Hosting', contract_on: '2026-04-01', note: 'Signed by Asha' })
  expect((await server.api().processors.shown()).at(-1)).toEqual({
    name: 'Kaveri Hosting',
    purpose: 'Runs the server',
    country: 'India',
  })
  const params = { processor_id: String(rows.at(-1)?.processor_id) }
  const body = { name: 'Kaveri Hosting', purpose: 'Runs the server', country: 'Ireland' }
  await owner.processors.update({ params, body })
  expect((await owner.processors.list()).at(-1)).toMatchObject({ country: 'Ireland', contract_on: null, note: null })
  await owner.processors.delete({ params })
  await expect(owner.processors.delete({ params })).rejects.toMatchObject({ status: 404 })
  const row = { name: 'Kaveri', purpose: 'Hosting', country: 'India' }
  const flood = await Promise.allSettled(Array.from({ length: 55 }, () => owner.processors.add(row)))
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
})

test('the registers list breaches with their reports, processors, and how long each table stores persons', async () => {
  const { breach } = await owner.breaches.add(facts())
  const at = server.ctx.now().toISOString()
  const params = { breach_id: breach.breach_id }
  await owner.breaches.noteSent({ params, body: { to: 'board', full: false, at, text: 'First word' } })
  await owner.processors.add({ name: 'Kaveri', purpose: 'Hosting', country: 'India' }).catch(() => undefined)
  const headers = { authorization: `bearer ${await server.adminToken('owner')}` }
  const listed = await (await server.request('/api/admin/registers', { headers })).json()
  const names = listed.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['breaches', 'processors', 'retention']))
  const file = async (name: string) => (await server.request(`/api/admin/registers/${name}.csv`, { headers })).text()
  expect(await file('breaches')).toMatch(/A list went to a wrong address.*\(first word\)/)
  expect(await file('processors')).toContain('Kaveri,Hosting,India')
  expect(await file('processors'), 'those of the settings, too').toContain('Razorpay,Takes payments')
  expect(await file('retention')).toContain('72 months after the annual GST return of their year')
})
