import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { buildAdmin, buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let behindProxy: TestServer
let bare: TestServer
beforeAll(async () => {
  behindProxy = await startTestServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  bare = await startTestServer({ beside: behindProxy, env: { RATE_LIMITS: 'on' } })
})
afterAll(async () => {
  await bare.stop()
  await behindProxy.stop()
})

/** A busy machine refuses some of many at once before it counts them, and their client tries again. */
async function post(server: TestServer, path: string, body: object, client: string): Promise<Response> {
  for (;;) {
    const answer = await server.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify(body),
    })
    if (answer.status !== 503) return answer
  }
}

const count = async (responses: Promise<Response>[]) => {
  const statuses = (await Promise.all(responses)).map((response) => response.status)
  return (status: number) => statuses.filter((one) => one === status).length
}

test('K3: wrong passwords are limited per account and client, and nobody is locked out by them', async () => {
  const user = await buildUser(behindProxy.db)
  const login = (password: string, client: string) =>
    post(behindProxy, '/api/login', { email: user.email, phone: '', password }, client)
  // All at once, so that none is let through because it was counted late.
  const attack = await count(Array.from({ length: 30 }, () => login('Wrong-Pass-11', '203.0.113.5')))
  expect([attack(401), attack(429)]).toEqual([10, 20])
  const refused = await login(PASSWORD, '203.0.113.5')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  const retryAfter = Number(refused.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(800)
  expect(retryAfter).toBeLessThanOrEqual(900)
  expect((await login(PASSWORD, '203.0.113.6')).status).toBe(200)
})

test('right passwords do not count, and forgive the wrong ones before them', async () => {
  const user = await buildUser(behindProxy.db)
  const login = (password: string) =>
    post(behindProxy, '/api/login', { email: user.email, phone: '', password }, '203.0.113.7')
  for (let round = 0; round < 12; round++) {
    expect((await login(PASSWORD)).status).toBe(200)
    for (let wrong = 0; round < 3 && wrong < 6; wrong++) expect((await login('Wrong-Pass-11')).status).toBe(401)
  }
})

test('a client that tries many accounts is stopped at 50', async () => {
  const tries = Array.from({ length: 55 }, (_, index) =>
    post(behindProxy, '/api/login', { email: `a${index}@example.com`, phone: '', password: 'x' }, '203.0.113.8'),
  )
  const attack = await count(tries)
  expect([attack(401), attack(429)]).toEqual([50, 5])
})

test('K4: without a proxy its header is worth nothing, and mapped addresses are the same client', async () => {
  const { email } = await buildUser(bare.db)
  const tries = Array.from({ length: 14 }, (_, index) =>
    post(bare, '/api/login', { email, phone: '', password: 'Wrong-Pass-11' }, `198.51.100.${index}`),
  )
  const attack = await count(tries)
  expect([attack(401), attack(429)]).toEqual([10, 4])

  const mapped = await count(
    Array.from({ length: 14 }, (_, index) =>
      post(
        behindProxy,
        '/api/login',
        { email, phone: '', password: 'Wrong-Pass-11' },
        index % 2 ? '203.0.113.9' : '::ffff:203.0.113.9',
      ),
    ),
  )
  expect([mapped(401), mapped(429)]).toEqual([10, 4])
})

test('admin logins stop at 5 an account and at 30 a client, and a right one still works from elsewhere', async () => {
  const admin = await buildAdmin(behindProxy.db)
  const login = (email: string, client: string, password = 'Wrong-Pass-11') =>
    post(behindProxy, '/api/admin/login', { email, password }, client)
  const oneAccount = await count(Array.from({ length: 8 }, () => login(admin.email, '203.0.113.10')))
  expect([oneAccount(401), oneAccount(429)]).toEqual([5, 3])
  expect((await login(admin.email, '203.0.113.110', PASSWORD)).status).toBe(200)
  const oneClient = await count(
    Array.from({ length: 35 }, (_, index) => login(`a${index}@example.com`, '203.0.113.111')),
  )
  expect([oneClient(401), oneClient(429)]).toEqual([30, 5])
})

test('thirty buyers behind one address get an account within a minute', async () => {
  const registrations = await count(
    Array.from({ length: 33 }, (_, index) =>
      post(
        behindProxy,
        '/api/register',
        { email: `many${index}@example.com`, phone: `98765550${10 + index}`, password: PASSWORD },
        '203.0.113.11',
      ),
    ),
  )
  expect([registrations(201), registrations(429)]).toEqual([30, 3])
})

test('K3: changing a password is limited by account, for students and admins', async () => {
  const student = await behindProxy.userToken(await buildUser(behindProxy.db))
  const admin = await behindProxy.adminToken('support')
  for (const [path, token] of [
    ['/api/user/change_password', student],
    ['/api/admin/change_password', admin],
  ] as const) {
    const tries = Array.from({ length: 14 }, (_, index) =>
      behindProxy.request(path, {
        method: 'POST',
        headers: {
          authorization: `bearer ${token}`,
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${index}`,
        },
        body: JSON.stringify({ current_password: 'Wrong-Pass-11', new_password: 'Kesar-Pista-77' }),
      }),
    )
    const attack = await count(tries)
    expect([path, attack(422), attack(429)]).toEqual([path, 10, 4])
  }
})

test('K6: reset mails stop at 3 an account, whatever its spelling and wherever from, and at 20 a client', async () => {
  const forgot = (body: object, client: string) => post(behindProxy, '/api/forget-password', body, client)
  const user = await buildUser(behindProxy.db)
  const spellings = [
    { email: user.email },
    { email: user.email.toUpperCase() },
    { email: ` ${user.email} ` },
    { phone: user.phone },
    { phone: `+91 ${user.phone}` },
    { phone: `0${user.phone}` },
  ]
  const oneAccount = await count(spellings.map((body, index) => forgot(body, `203.0.113.${20 + index}`)))
  expect([oneAccount(200), oneAccount(429)]).toEqual([3, 3])
  const unknown = await count(
    Array.from({ length: 5 }, (_, index) => forgot({ email: 'nobody@example.com' }, `203.0.113.${30 + index}`)),
  )
  expect([unknown(200), unknown(429)], 'no account is told from one').toEqual([3, 2])
  const oneClient = await count(
    Array.from({ length: 23 }, (_, index) => forgot({ email: `n${index}@example.com` }, '203.0.113.40')),
  )
  expect([oneClient(200), oneClient(429)]).toEqual([20, 3])
})

test('K6: emails for free courses stop at 3 an address, whatever its spelling, known or not', async () => {
  const { course_id } = await buildCourse(behindProxy.db, { free: true, price: 0 })
  const user = await buildUser(behindProxy.db)
  for (const [at, email] of [user.email, 'nobody-yet@example.com'].entries()) {
    const spellings = [email, email.toUpperCase(), ` ${email}`, email, `${email} `]
    const requested = await count(
      spellings.map((typed, index) =>
        post(
          behindProxy,
          '/api/go/free',
          { course_id, name: 'Asha', email: typed },
          `203.0.113.${150 + at * 10 + index}`,
        ),
      ),
    )
    expect([email, requested(202), requested(429)]).toEqual([email, 3, 2])
  }
})

test('emails of strangers to one address are counted together, whichever call sends them', async () => {
  const { course_id } = await buildCourse(behindProxy.db, { free: true, price: 0 })
  const user = await buildUser(behindProxy.db)
  for (const [at, email] of [user.email, 'mailed-by-all@example.com'].entries()) {
    const from = (index: number) => `203.0.113.${210 + at * 10 + index}`
    const ticket = { name: 'Asha', email, subject: 'A question', message: 'What is in the course?' }
    const sent = [
      await post(behindProxy, '/api/go/free', { course_id, name: 'Asha', email }, from(0)),
      await post(behindProxy, '/api/forget-password', { email }, from(1)),
      await post(behindProxy, '/api/contact', ticket, from(2)),
      await post(behindProxy, '/api/forget-password', { email }, from(3)),
      await post(behindProxy, '/api/go/free', { course_id, name: 'Asha', email }, from(4)),
    ]
    expect(sent.map(({ status }) => status)).toEqual([202, 200, expect.any(Number), 429, 429])
    expect(sent[2]?.status).toBeLessThan(300)
  }
})

test("a stranger who uses up an account's resets takes none from its own client", async () => {
  const user = await buildUser(behindProxy.db)
  const own = '203.0.113.60'
  const body = { email: user.email, phone: '', password: PASSWORD }
  expect((await post(behindProxy, '/api/login', body, own)).status).toBe(200)
  const forgot = (client: string) => post(behindProxy, '/api/forget-password', { email: user.email }, client)
  const strangers = await count(Array.from({ length: 5 }, () => forgot('203.0.113.61')))
  expect([strangers(200), strangers(429)]).toEqual([3, 2])
  expect((await forgot(own)).status).toBe(200)
})

test('an address that a stranger registered gets three emails an hour, from however many clients and however often', async () => {
  const email = 'registered-by-another@example.com'
  const person = { email, phone: '9811122299', password: PASSWORD, reffered_by: '', password_made: true }
  const clients = Array.from({ length: 6 }, (_, index) => `203.0.113.${70 + index}`)
  for (const client of clients) {
    const made = await (await post(behindProxy, '/api/register', person, client)).json()
    const done = behindProxy.db('pgboss.job').whereRaw(`name = 'welcome-mail' and data->>'user_id' = ?`, [made.user_id])
    await expect.poll(async () => (await done.clone().first())?.state, { timeout: 30_000 }).toBe('completed')
    expect((await post(behindProxy, '/api/login', { email, phone: '', password: PASSWORD }, client)).status).toBe(200)
    await post(behindProxy, '/api/forget-password', { email }, client)
    const own = behindProxy.api(made.token)
    if (client !== clients.at(-1)) await own.account.deleteOwn({ current_password: PASSWORD })
  }
  const forgotten = await count(clients.map((client) => post(behindProxy, '/api/forget-password', { email }, client)))
  expect(forgotten(429)).toBe(6)
  expect((await mailsTo(behindProxy.dataDir, email)).length).toBeLessThanOrEqual(3)
})

test('access mails stop at 3 a student, by whatever name the admin calls him', async () => {
  const user = await buildUser(behindProxy.db)
  const token = await behindProxy.adminToken()
  const names = [user.user_id, user.phone, `0${user.phone}`, `91${user.phone}`, user.user_id]
  const sent = await count(
    names.map((name) =>
      behindProxy.request(`/api/admin/users/${name}/send_access`, {
        method: 'POST',
        headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
      }),
    ),
  )
  expect([sent(200), sent(429)]).toEqual([3, 2])
})

test('an account buys 200 times a day, so that its unpaid orders have an end', async () => {
  const [user, course] = [await buildUser(bare.db), await buildCourse(bare.db)]
  const student = bare.api(await bare.userToken(user))
  const buy = () => student.orders.buy({ query: { user_id: user.user_id }, body: [course.course_id] })
  await buy()
  await bare.db('rate_limits').whereLike('key', 'buy_day:%').update({ points: 200 })
  await expect(buy()).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
})

test("a limit's row never holds its subject", async () => {
  const rows = await behindProxy.db('rate_limits').select('key')
  expect(rows.length).toBeGreaterThan(5)
  expect(JSON.stringify(rows)).not.toMatch(/@|203\.0/)
})

test('searches of the catalogue are counted by client, but those whose answer is ready, and the list itself, are not', async () => {
  const request = (query: string, client: string) =>
    behindProxy.request(`/api/go/courses${query}`, { headers: { 'x-forwarded-for': client } })
  let found = 0
  for (let round = 0; round < 13; round++) {
    const some = Array.from({ length: 50 }, (_, index) => request(`?q=w${round}x${index}`, '203.0.113.40'))
    found += (await count(some))(200)
  }
  expect(found).toBe(600)
  const refused = await request('?q=one-more', '203.0.113.40')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  for (const query of ['', '?q=w0x0']) expect((await request(query, '203.0.113.40')).status, query).toBe(200)
  expect((await request('?q=one-more', '203.0.113.41')).status).toBe(200)
})
