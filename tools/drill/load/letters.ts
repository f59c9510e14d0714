import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { buildCourse, buildPaidOrder } from '../../../server/test/catalogue-factories.ts'
import type { Program } from '../../../server/test/program.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { ownerToken, plain, type Site, withPlace } from '../shop.ts'

const LOOK_MS = 1_000
/** Ends the leases of all by force, those of living processes too: a late answer still decides its reader. */
const FORCE_EVERY = 10
/** Letters that one instance hands over at once, as in `send-letters.ts`: a kill cuts off no more. */
const SIDE_BY_SIDE = 5
/** A quiet machine of two cores ends 50,000 before. */
const DEADLINE_MS = 14 * 60_000

type Sink = {
  port: number
  times: Map<string, number>
  asked: Record<string, number>
  /** Addresses of texts that it took without ever saying so. */
  hung: Set<string>
  close(): void
}

/** Receives emails, and plays every trouble of a mail server on some numbers of the addresses. */
async function startSink(): Promise<Sink> {
  const times = new Map<string, number>()
  const asked = { greylisted: 0, throttled: 0, refused: 0 }
  const hung = new Set<string>()
  const seen = new Set<string>()
  const answerTo = (address: string): string => {
    const n = Number(/^reader(\d+)@/.exec(address)?.[1])
    const first = !seen.has(address)
    seen.add(address)
    if (n % 150 === 11) return `550 5.1.1 no such user ${++asked.refused}`
    if (n % 200 === 7 && first) return `451 4.7.1 greylisted ${++asked.greylisted}`
    if (n % 1000 === 17 && first) return `421 4.7.28 slow down ${++asked.throttled}`
    return '250 ok'
  }
  const server = createServer((socket) => {
    let [inText, address] = [false, '']
    const say = (line: string) => void socket.write(`${line}\r\n`)
    // A killed program resets its connections; the reader of lines reports it once more.
    const lines = createInterface({ input: socket })
    for (const one of [socket, lines]) one.on('error', () => {})
    lines.on('line', (line) => {
      if (inText) {
        if (line !== '.') return
        inText = false
        times.set(address, (times.get(address) ?? 0) + 1)
        if (Number(/^reader(\d+)@/.exec(address)?.[1]) % 5000 !== 13) return say('250 taken')
        hung.add(address)
        return
      }
      const to = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1]
      if (to) address = to
      inText = /^DATA$/i.test(line)
      say(inText ? '354 go on' : to ? answerTo(to) : /^QUIT/i.test(line) ? '221 bye' : '250 ok')
    })
    say('220 sink')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, times, asked, hung, close: () => server.close() }
}

type Size = { site: Site; readers: number; kills: number; onPhase: (what: string) => void }

/** Sends one letter to `readers` from two instances that are killed `kills` times, and compares who got it with who should have. */
export function drillLetters({ site, readers, kills, onPhase }: Size) {
  return withPlace(async ({ folder, databases, start, open, atEnd }) => {
    const url = await (await databases(site)).create('letters')
    const dataDir = join(folder, 'data')
    const sink = await startSink()
    atEnd(sink.close)
    const settings = { ...plain, DATABASE_URL: url, DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${sink.port}` }
    const instances: Program[] = [await start(settings), await start(settings)]
    const db = open(url)
    const { course_id } = await buildCourse(db)
    await fill(db, readers)
    const api = createApiClient(String(instances[0]?.url), await ownerToken(String(instances[0]?.url), dataDir))
    const blocks = [{ text: 'Hello {name},\n\nlook at this.' }, { course: course_id }]
    const { letter_id } = await api.letters.create({
      name: 'Drill',
      subject: 'News for {name}',
      blocks,
      segment: { all: [] },
    })
    const began = performance.now()
    const { results } = await api.letters.send({ params: { id: letter_id } })
    const frozenSeconds = (performance.now() - began) / 1000
    let killed = 0
    let changed: Changed | undefined
    for (let turn = 1; performance.now() - began < DEADLINE_MS; turn++) {
      await sleep(LOOK_MS)
      await nudge(db)
      const done = sink.times.size / readers
      if (killed < kills && done >= ((killed + 1) * 0.85) / (kills + 1)) {
        await instances[killed % 2]?.kill()
        instances[killed % 2] = await start(settings)
        killed++
      }
      if (!changed && done >= 0.5) changed = await changeSome(db, letter_id, course_id)
      if (turn % FORCE_EVERY === 0) {
        await force(db)
        onPhase(`${sink.times.size} arrived after ${Math.round((performance.now() - began) / 1000)} s, ${killed} kills`)
      }
      if ((await db('letters').where({ letter_id }).first('status')).status === 'sent') break
    }
    const seconds = (performance.now() - began) / 1000
    const rows = await db('letter_recipients as r').join('users as u', 'u.id', 'r.user_id').where({ letter_id })
    const twice = [...sink.times.values()].filter((count) => count > 1).length
    const of = (state: string) => rows.filter((row) => row.state === state)
    const arrived = (list: { email: string }[]) => list.filter(({ email }) => sink.times.has(email)).length
    const missed = (list: { email: string }[]) => list.filter(({ email }) => !sink.times.has(email))
    const missing = missed(rows.filter(({ state }) => state !== 'refused' && state !== 'skipped'))
    const changedIds = new Set(changed?.ids)
    const changedRows = rows.filter(({ id }) => changedIds.has(id))
    const violations = [
      [rows.length, results.recipients, 'readers listed'],
      [twice, 0, 'readers with two letters'],
      [arrived(of('handed_over')), of('handed_over').length, 'letters that arrived of those handed over'],
      [arrived(of('refused')) + arrived(of('skipped')), 0, 'letters to the refused and left out'],
      [
        [...sink.hung].filter((email) => !of('unknown').some((row) => row.email === email)),
        [],
        'hung ones not unknown',
      ],
      [missing.length - missed(of('unknown')).length, 0, 'missing without being unknown'],
      [missing.length > kills * SIDE_BY_SIDE, false, 'more missing than an instance hands over at once'],
      [of('waiting').length + of('leased').length, 0, 'readers who still wait'],
      [changed?.ids.length ?? 0, Math.min(300, Math.floor(readers / 10)), 'readers changed'],
      [
        changedRows.filter((row) => sink.times.has(row.email) && row.handing_at > (changed?.at ?? 0)).length,
        0,
        'late letters',
      ],
      [killed, kills, 'kills'],
    ].flatMap(([got, wanted, what]) => (String(got) === String(wanted) ? [] : [`${what}: ${got}, not ${wanted}`]))
    const figures = {
      ...{ persons: rows.length, arrived: sink.times.size, twice, missing: missing.length },
      ...{
        unknown: of('unknown').length,
        'unknown and arrived': arrived(of('unknown')),
        hung: sink.hung.size,
        kills: killed,
      },
      ...{ changed: changedRows.length, 'changed and not sent': missed(changedRows).length },
      ...{ refused: of('refused').length, skipped: of('skipped').length, ...sink.asked },
      ...{ seconds: Math.round(seconds), 'a second': Math.round(rows.length / seconds) },
      'seconds to list all': Math.round(frozenSeconds * 10) / 10,
    }
    return { figures, violations }
  })
}

async function fill(db: Knex, readers: number): Promise<void> {
  await db.raw(
    `insert into users (user_id, name, email, phone, phone_key, referral_code, email_proven_at)
     select 'usr_reader' || n, 'Reader ' || n,
       'reader' || n || '@' || (array['gmail.com', 'yahoo.in', 'outlook.com', 'college.example'])[1 + n % 4],
       '9' || lpad(n::text, 9, '0'), '9' || lpad(n::text, 9, '0'), 'RD' || n, now() from generate_series(1, ?::int) n`,
    [readers],
  )
  await db.raw(
    `insert into consents (user_id, purpose, agreed, changed_at) select id, 'news_email', true, now() from users`,
  )
  await db.raw('analyze users, consents')
  // No pace and no night, so that only the shop itself is slow.
  const pace = { per_hour: 100_000_000, per_hour_receiver: 100_000_000, day_begins: 0, day_ends: 24 }
  await db('letter_settings').update(pace)
}

/** Wakes both instances: the schedule would wait for the next minute, and a killed run for its end. */
async function nudge(db: Knex): Promise<void> {
  const [waiting] = await db('pgboss.job').where({ name: 'letters', state: 'created' }).count()
  for (let n = Number(waiting?.count); n < 2; n++)
    await db.raw(`insert into pgboss.job (name, data) values ('letters', '{}')`)
}

async function force(db: Knex): Promise<void> {
  await db('letter_recipients').where({ state: 'leased' }).update({ leased_until: db.fn.now() })
  await db('letter_recipients')
    .where({ state: 'waiting' })
    .where('due_at', '>', db.fn.now())
    .update({ due_at: db.fn.now() })
}

type Changed = { ids: number[]; at: Date }

/** Takes the consent of a hundred readers back, refuses for a hundred, and sells to a hundred, all of whom wait. */
async function changeSome(db: Knex, letterId: string, courseId: string): Promise<Changed> {
  const [{ count }] = (await db('letter_recipients').count()) as [{ count: string }]
  const ids: number[] = await db('letter_recipients')
    .where({ letter_id: letterId, state: 'waiting' })
    .orderBy('recipient_id', 'desc')
    .limit(Math.min(300, Math.floor(Number(count) / 10)))
    .pluck('user_id')
  const of = (way: number) => ids.filter((_, at) => at % 3 === way)
  await db('consents').insert(
    of(0).map((user_id) => ({ user_id, purpose: 'news_email', agreed: false, changed_at: new Date() })),
  )
  await db('users').whereIn('id', of(1)).update({ email_refused_at: new Date(), email_refusal: 'gone' })
  for (const user_id of of(2)) await buildPaidOrder(db, { user_id, course_id: courseId })
  return { ids, at: new Date() }
}
