import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { awaitMail, mailsTo } from '../../../test/mails.ts'
import { type BuiltUser, buildAdmin, buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { dayEnded } from '../../shop/moments/moments.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const DAY = 86_400_000
const refused = { status: 401, code: 'invalid_credentials', message: 'Invalid or expired code' }
const expired = { status: 422, code: 'link_expired' }

const plain = (mail: string) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Opens a challenge, and reads its code from the email. */
async function proofOf(email: string) {
  const before = (await mailsTo(server.dataDir, email)).length
  const { challenge } = await server.api().privacy.sendCode({ email })
  await expect.poll(async () => (await mailsTo(server.dataDir, email)).length).toBe(before + 1)
  const [code = ''] = /\b\d{6}\b/.exec((await mailsTo(server.dataDir, email)).at(-1) ?? '') ?? []
  return { challenge, code }
}

async function tokenIn(email: string, param: 'back' | 'file'): Promise<string> {
  const mail = plain(await awaitMail(server.dataDir, email, param === 'file' ? 'Download your data' : 'Take it back'))
  return new RegExp(`[?]${param}=([\\w-]{20,})`).exec(mail)?.[1] ?? ''
}

const as = async (user: BuiltUser) => server.api(await server.userToken(user))
const owner = async () => server.api(await server.adminToken())
const deskRow = async (request_no: string) =>
  (await (await owner()).privacy.list({})).requests.find((row) => row.request_no === request_no)
const idOf = async (request_no: string) => (await deskRow(request_no))?.request_id ?? ''

async function decide(request_no: string, body: { outcome: 'done' | 'refused'; answer: string; apply?: boolean }) {
  return (await owner()).privacy.decide({ params: { request_id: await idOf(request_no) }, body })
}

test('a code makes one request, which is confirmed at once with its number and day', async () => {
  const user = await buildUser(server.db, { name: 'Asha' })
  const proof = await proofOf(user.email)
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => server.api().privacy.ask({ ...proof, kind: 'grievance', note: 'Too many letters' })),
  )
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made).toHaveLength(1)
  const [request] = made
  expect(request).toMatchObject({ kind: 'grievance', status: 'open' })
  expect(request?.request_no).toMatch(/^\d{4}-\d{3}$/)
  expect(plain(await awaitMail(server.dataDir, user.email, 'Its number is'))).toContain(request?.request_no)
  const row = await deskRow(request?.request_no ?? '')
  expect(row).toMatchObject({ email: user.email, name: 'Asha', note: 'Too many letters', user_id: user.user_id })
  const days = (until: string | null | undefined) =>
    Math.round((Date.parse(until ?? '') - Date.parse(row?.created_at.slice(0, 10) ?? '')) / DAY)
  expect([6, 7, 8]).toContain(days(row?.due_on))
  await expect(server.api().privacy.ask({ ...proof, kind: 'access' })).rejects.toMatchObject(refused)
})

test('K9: an unknown address gets the same answer, the same row and no email', async () => {
  const email = 'nobody.here@example.com'
  const { challenge } = await server.api().privacy.sendCode({ email })
  expect(challenge).toHaveLength(43)
  const attempt = server.api().privacy.ask({ challenge, code: '123456', kind: 'access' })
  await expect(attempt).rejects.toMatchObject(refused)
  // The emails of one queue go out in turn: once the next one has arrived, this one was looked at.
  await proofOf((await buildUser(server.db)).email)
  expect(await mailsTo(server.dataDir, email)).toEqual([])
  expect(await server.db('privacy_requests').where({ email })).toEqual([])
})

describe('whose data the shop holds without an account', () => {
  const at = new Date()
  const later = new Date(at.getTime() + 300 * DAY)
  const rowsOf: Record<string, (email: string, made: Made) => object> = {
    tickets: (email) => ({
      ticket_no: 'T-HHHHHH',
      name: 'Nobody',
      email,
      subject: 'A question',
      message: 'Is it in Hindi?',
      created_at: at,
    }),
    page_signups: (email) => ({ email, name: 'Nobody', language: 'en', token_hash: email, created_at: at }),
    course_interest: (email, { course_id }) => ({
      email,
      course_id,
      language: 'en',
      notice: 1,
      token_hash: email,
      created_at: at,
      expires_at: later,
    }),
    move_rows: (email, { move_id }) => ({ email, move_id, row_no: 1, cells: [email] }),
    waiting_courses: (email, { course_id, admin_id }) => ({ email, course_id, given_by: admin_id, given_at: at }),
    past_orders: (email, { move_id }) => ({
      email,
      fingerprint: email,
      move_id,
      source: 'other',
      course: 'A course',
      currency: 'INR',
      status: 'paid',
      moved_at: at,
    }),
  }
  type Made = { course_id: string; move_id: string; admin_id: number }
  async function buildAround(): Promise<Made> {
    const { id: admin_id } = await buildAdmin(server.db)
    const { course_id } = await buildCourse(server.db)
    const move_id = `mov_${admin_id}`
    const file = { source: 'other', file_name: 'a.csv', pasted: false, headings_key: '', read: {}, rows: 1 }
    await server.db('moves').insert({ ...file, move_id, status: 'done', made_by: admin_id, made_at: at })
    return { course_id, move_id, admin_id }
  }
  test.each(Object.keys(rowsOf))('%s: its person proves the address, asks, and is erased', async (table) => {
    const email = `holder.of.${table}@example.com`
    const row = rowsOf[table]?.(email, await buildAround())
    await server.db(table).insert(row ?? {})
    const proof = await proofOf(email)
    const { request_no, status } = await server.api().privacy.ask({ ...proof, kind: 'erasure' })
    expect(status).toBe('open')
    expect((await decide(request_no, { outcome: 'done', answer: 'It goes', apply: true })).status).toBe('hidden')
    server.clock.advance(7 * DAY + 60_000)
    await dayEnded(server.ctx)
    await expect.poll(() => server.db(table).where({ email }).select('email')).toEqual([])
    await expect.poll(() => server.db('users').where({ email })).toEqual([])
    server.clock.set(new Date())
  })
})

test('K9: a code that logs in makes no request, a code of a request logs nobody in, and five wrong tries end it', async () => {
  const user = await buildUser(server.db)
  await (await owner()).settings.update({ body: { delivery: { login_code: true } } })
  const proof = await proofOf(user.email)
  await expect(server.api().loginCodes.verify(proof)).rejects.toMatchObject(refused)
  const before = (await mailsTo(server.dataDir, user.email)).length
  const { challenge } = await server.api().loginCodes.send({ email: user.email })
  await expect.poll(async () => (await mailsTo(server.dataDir, user.email)).length).toBe(before + 1)
  const [code = ''] = /\b\d{6}\b/.exec((await mailsTo(server.dataDir, user.email)).at(-1) ?? '') ?? []
  const request = (typed: { challenge: string; code: string }) => server.api().privacy.ask({ ...typed, kind: 'access' })
  await expect(request({ challenge, code })).rejects.toMatchObject(refused)
  // Another browser holds another challenge.
  const other = await proofOf(user.email)
  await expect(request({ challenge: other.challenge, code: proof.code })).rejects.toMatchObject(refused)
  const wrong = String((Number(proof.code) + 1) % 1_000_000).padStart(6, '0')
  for (let at = 0; at < 5; at++) await expect(request({ ...proof, code: wrong })).rejects.toMatchObject(refused)
  await expect(request(proof)).rejects.toMatchObject(refused)
})

test('a second code within a minute is refused, and answers of known and unknown addresses take the same work', async () => {
  const limited = await startTestServer({ beside: server, env: { RATE_LIMITS: 'on' } })
  try {
    const user = await buildUser(server.db)
    for (const email of [user.email, 'unknown.too@example.com']) {
      await limited.api().privacy.sendCode({ email })
      const again = limited.api().privacy.sendCode({ email: ` ${email.toUpperCase()}` })
      await expect(again).rejects.toMatchObject({ status: 429 })
    }
  } finally {
    await limited.stop()
  }
})

test('a logged-in student with two tabs makes one request', async () => {
  const user = await buildUser(server.db)
  const mine = await as(user)
  const wish = { kind: 'correction', note: 'The name on my certificate' } as const
  const [one, two] = await Promise.all([mine.privacy.askOwn(wish), mine.privacy.askOwn(wish)])
  expect(one?.request_no).toBe(two?.request_no)
  expect((await mine.privacy.own()).requests).toHaveLength(1)
})

test.each([
  { kind: 'grievance' },
  { kind: 'correction' },
  { kind: 'nomination' },
  { kind: 'letters' },
  { kind: 'nomination', nominee: { name: 'Asmita', email: 'x', relation: 'sister' } },
])('a request that lacks something is refused: %j', async (body) => {
  const mine = await as(await buildUser(server.db))
  await expect(mine.privacy.askOwn(body as never)).rejects.toMatchObject({ status: 422 })
})

test('a correction shows old and new, and one press of the owner applies it', async () => {
  const user = await buildUser(server.db, { name: 'Meena Patl' })
  const { request_no } = await (await as(user)).privacy.askOwn({ kind: 'correction', new_name: 'Meena Patil' })
  expect((await deskRow(request_no))?.compare).toEqual({ old: 'Meena Patl', new: 'Meena Patil' })
  const decided = await decide(request_no, { outcome: 'done', answer: 'Corrected.', apply: true })
  expect(decided).toMatchObject({ status: 'done', answer: 'Corrected.' })
  expect((await (await as(user)).account.profile()).name).toBe('Meena Patil')
  await awaitMail(server.dataDir, user.email, 'Corrected.')
  const again = decide(request_no, { outcome: 'refused', answer: 'No' })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect((await (await as(user)).privacy.own()).requests[0]).toMatchObject({ status: 'done', answer: 'Corrected.' })
})

test('an answered access has a link to the file, which works for 7 days; a refusal has a reason and no file', async () => {
  const user = await buildUser(server.db, { name: 'Dev Own' })
  const { request_no } = await (await as(user)).privacy.askOwn({ kind: 'access' })
  const proposed = async (no: string) => (await deskRow(no))?.proposed_answer
  expect(await proposed(request_no)).toContain('opens a file')
  await decide(request_no, { outcome: 'done', answer: 'Here it is.' })
  expect(await proposed(request_no)).toBeNull()
  const token = await tokenIn(user.email, 'file')
  const file = await server.api().privacy.file({ token })
  expect(JSON.stringify(file.parts)).toContain('Dev Own')
  await expect(
    server.api().privacy.file({ token: token.slice(0, -1) + (token.endsWith('x') ? 'y' : 'x') }),
  ).rejects.toMatchObject(expired)
  await expect(server.api().privacy.takeBack({ token })).rejects.toMatchObject(expired)
  server.clock.advance(7 * DAY + 60_000)
  await expect(server.api().privacy.file({ token })).rejects.toMatchObject(expired)
  server.clock.set(new Date())
  const other = await buildUser(server.db)
  const no = await (await as(other)).privacy.askOwn({ kind: 'access' })
  await decide(no.request_no, { outcome: 'refused', answer: 'We could not see who you are.' })
  const mail = plain(await awaitMail(server.dataDir, other.email, 'We could not see who you are.'))
  expect(mail).toContain('The reason')
  expect(mail).not.toContain('file=')
  const reader = await buildUser(server.db)
  await server.db('users').where({ user_id: reader.user_id }).update({ language: 'hi' })
  const hindi = await (await as(reader)).privacy.askOwn({ kind: 'access' })
  expect(await proposed(hindi.request_no)).toContain('आपके बारे में')
})

test('an erasure hides at once, can be taken back for 7 days, and then deletes and says what stays', async () => {
  const user = await buildUser(server.db, { name: 'Kavya' })
  await buildPaidOrder(server.db, { user_id: user.id })
  const mine = await as(user)
  expect((await mine.privacy.own()).retained.map(({ reason }) => reason)).toContain('logs')
  for (const typed of [{}, { current_password: 'not the one' }])
    await expect(mine.privacy.askOwn({ kind: 'erasure', ...typed })).rejects.toMatchObject({ code: 'wrong_password' })
  const first = await mine.privacy.askOwn({ kind: 'erasure', current_password: PASSWORD })
  expect(first).toMatchObject({ status: 'hidden' })
  expect(first.retained?.at(-1)).toMatchObject({ reason: 'logs' })
  const login = () => server.api().auth.login({ email: user.email, phone: '', password: PASSWORD })
  await expect(mine.account.profile()).rejects.toMatchObject({ status: 401 })
  await expect(login()).rejects.toMatchObject({ code: 'invalid_credentials' })
  const token = await tokenIn(user.email, 'back')
  const presses = await Promise.allSettled([1, 2].map(() => server.api().privacy.takeBack({ token })))
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await login()).toHaveProperty('access_token')

  const { request_no } = await (await as(user)).privacy.askOwn({ kind: 'erasure', current_password: PASSWORD })
  const id = await idOf(request_no)
  await expect(decide(request_no, { outcome: 'refused', answer: 'No' })).rejects.toMatchObject({ status: 409 })
  await dayEnded(server.ctx)
  expect(await server.db('users').where({ id: user.id }).first('name')).toEqual({ name: 'Kavya' })
  const late = await tokenIn(user.email, 'back')
  server.clock.advance(7 * DAY + 60_000)
  await expect(server.api().privacy.takeBack({ token: late })).rejects.toMatchObject(expired)
  await dayEnded(server.ctx)
  await expect
    .poll(() => server.db('users').where({ id: user.id }).first('name', 'email'))
    .toEqual({
      name: 'Deleted user',
      email: null,
    })
  expect(plain(await awaitMail(server.dataDir, user.email, 'is deleted, as'))).toContain('logs')
  const row = await server.db('privacy_requests').where({ request_id: id }).first()
  expect(row).toMatchObject({ status: 'done', email: null, name: null, back_hash: null })
  expect(row.answered_at).not.toBeNull()
  server.clock.set(new Date())
})

test('an account that is erased meanwhile ends its open requests, and its links', async () => {
  const user = await buildUser(server.db)
  const { request_no } = await (await as(user)).privacy.askOwn({ kind: 'access' })
  const other = await buildUser(server.db)
  const nominee = { name: 'Asmita', email: user.email, relation: 'sister' }
  await (await as(other)).privacy.askOwn({ kind: 'nomination', nominee })
  await (await as(user)).account.deleteOwn({ current_password: PASSWORD })
  expect((await (await as(other)).privacy.own()).nominee).toBeNull()
  const another = { ...nominee, email: 'another.nominee@example.com' }
  await (await as(other)).privacy.askOwn({ kind: 'nomination', nominee: another })
  await (await as(other)).privacy.dropNominee()
  expect((await (await as(other)).privacy.own()).nominee).toBeNull()
  expect(await deskRow(request_no)).toMatchObject({ status: 'ended', email: null, user_id: null })
  await expect(decide(request_no, { outcome: 'done', answer: 'Here' })).rejects.toMatchObject({ status: 409 })
})

test('a nominee asks with their own code, the owner sees it, and a stranger learns nothing of whom they name', async () => {
  const user = await buildUser(server.db, { name: 'Sunita' })
  const stranger = await buildUser(server.db)
  const nominee = { name: 'Asmita', email: 'asmita.nominee@example.com', relation: 'sister' }
  await (await as(user)).privacy.askOwn({ kind: 'nomination', nominee })
  expect((await (await as(user)).privacy.own()).nominee).toEqual(nominee)
  const wish = { kind: 'erasure', note: 'She died', nominee_of: user.email } as const
  const request = await server.api().privacy.ask({ ...(await proofOf(nominee.email)), ...wish })
  expect(request).toMatchObject({ status: 'open' })
  await awaitMail(server.dataDir, nominee.email, 'You ask for another person')
  const theirs = await server.api().privacy.ask({ ...(await proofOf(stranger.email)), ...wish })
  const answerOf = ({ kind, status, due_on, erase_at, answer }: typeof request) => ({
    kind,
    status,
    due_on,
    erase_at,
    answer,
  })
  expect(Object.keys(theirs)).toEqual(Object.keys(request))
  expect(answerOf(theirs)).toEqual(answerOf(request))
  expect((await deskRow(theirs.request_no))?.nominee_of).toMatchObject({ named: false })
  await expect(decide(theirs.request_no, { outcome: 'done', answer: 'x y', apply: true })).rejects.toMatchObject({
    status: 409,
  })
  expect((await deskRow(request.request_no))?.nominee_of).toEqual({
    email: user.email,
    named: true,
    relation: 'sister',
  })
  const theirSession = await as(user)
  await theirSession.account.profile()
  const hidden = await decide(request.request_no, { outcome: 'done', answer: 'We saw the proof.', apply: true })
  expect(hidden.status).toBe('hidden')
  await expect(theirSession.account.profile()).rejects.toMatchObject({ status: 401 })
})

test("another's request is in no list, and an admin of another role sees and answers none", async () => {
  const [user, other] = [await buildUser(server.db), await buildUser(server.db)]
  const { request_no } = await (await as(user)).privacy.askOwn({ kind: 'access' })
  expect((await (await as(other)).privacy.own()).requests).toEqual([])
  const support = server.api(await server.adminToken('support'))
  await expect(support.privacy.list({})).rejects.toMatchObject({ status: 403 })
  const body = { outcome: 'done', answer: 'Here' } as const
  const decided = support.privacy.decide({ params: { request_id: await idOf(request_no) }, body })
  await expect(decided).rejects.toMatchObject({ status: 403 })
  const unknown = (await owner()).privacy.decide({ params: { request_id: '999999999' }, body })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
})

test('requests that are due by tomorrow or overdue are in the list of what to do and in the menu', async () => {
  const fresh = await startTestServer()
  try {
    const user = await buildUser(fresh.db)
    const mine = fresh.api(await fresh.userToken(user))
    await mine.privacy.askOwn({ kind: 'grievance', note: 'Letters' })
    const lines = async () =>
      (await fresh.api(await fresh.adminToken()).overview.todo()).lines.filter(({ kind }) => kind === 'privacy')
    const waiting = async (role?: 'support') => fresh.api(await fresh.adminToken(role)).overview.waiting()
    expect([await lines(), (await waiting()).privacy]).toEqual([[], undefined])
    fresh.clock.advance(6 * DAY)
    expect(await lines()).toMatchObject([{ count: 1 }])
    expect((await waiting()).privacy).toBe(1)
    expect(await waiting('support')).not.toHaveProperty('privacy')
    fresh.clock.advance(90 * DAY)
    const desk = await fresh.api(await fresh.adminToken()).privacy.list({ show: 'open' })
    expect(desk).toMatchObject({ total: 1, counts: { open: 1, due: 1, answered_this_year: 0, days: null } })
  } finally {
    await fresh.stop()
  }
})

test('the registers list requests and consents, and each is a table', async () => {
  const user = await buildUser(server.db)
  await (await as(user)).consents.change({ params: { purpose: 'news_email' }, body: { agreed: true } })
  await (await as(user)).consents.change({ params: { purpose: 'news_email' }, body: { agreed: false } })
  const listed = await (await owner()).registers.list()
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['consents', 'requests']))
  for (const { name, lines } of listed) {
    const answer = await server.request(`/api/admin/registers/${name}.csv`, {
      headers: { authorization: `bearer ${await server.adminToken()}` },
    })
    expect(answer.headers.get('content-disposition')).toContain(`${name}.csv`)
    const rows = (await answer.text()).trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(lines)
    if (name === 'consents')
      expect(rows.find((row) => row.includes(user.email))).toMatch(/news_email,\d+,20.*,settings,20.*,settings/)
  }
  const none = (await owner()).registers.file({ file: 'orders.csv' })
  await expect(none).rejects.toMatchObject({ status: 404 })
})
