import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { WORK_KINDS } from 'contract/limits'
import type { Knex } from 'knex'
import { buildCourse, buildEnrolment, buildPromocode } from '../../../server/test/catalogue-factories.ts'
import { hostileTwins } from '../../../server/test/hostile-twins.ts'
import { buildUser, PASSWORD } from '../../../server/test/people-factories.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { tusClient } from '../../../server/test/tus.ts'
import { type Answer, ask, byStatus, within } from '../client.ts'
import { childrenOf, MB, memoryOf, watchMemory } from '../processes.ts'
import { liveKeys, OWNER, type Site, withPlace, withProductionShop } from '../shop.ts'

const AT_ONCE = 60
const BUYERS = 20
const MOST_MS = 50

/** Runs in the shop's process: writes the longest work and wait between two turns of its loop to a file. */
const METER = (file: string) => `
import { writeFileSync } from 'node:fs'
const spent = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000 }
let [cpu, wall, most] = [spent(), performance.now(), { cpuMs: 0, delayMs: 0 }]
setInterval(() => {
  const [nowCpu, nowWall] = [spent(), performance.now()]
  most = { cpuMs: Math.max(most.cpuMs, nowCpu - cpu), delayMs: Math.max(most.delayMs, nowWall - wall - 2) }
  ;[cpu, wall] = [nowCpu, nowWall]
}, 2).unref()
setInterval(() => { writeFileSync(${JSON.stringify(file)}, JSON.stringify(most)); most = { cpuMs: 0, delayMs: 0 } }, 100).unref()
`

type Shop = { url: string; pid: number; db: Knex; meter: string }
export type FileRound = { what: string; door: string; status: number; seconds: number; cpuMs: number; delayMs: number }
export type ForeignFiles = {
  rounds: FileRound[]
  memory: { shopMb: number; childMb: number }
  health: Answer[]
  many: { answers: Record<string, number>; buyers: Answer[]; cpuMs: number; delayMs: number }
  violations: string[]
}

/** Sends each hostile file of about `megabytes` by each door, in production mode, then 60 of one account while 20 others buy. */
export async function drillForeignFiles(site: Site, { megabytes }: { megabytes: number }): Promise<ForeignFiles> {
  return withPlace(async ({ folder }) => {
    const meter = join(folder, 'meter.json')
    await writeFile(join(folder, 'meter.mjs'), METER(meter))
    const options = { NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'meter.mjs'))}` }
    return withProductionShop(site, { ...liveKeys(), ...options, TRUST_PROXY: '0' }, ({ program, db }) =>
      play({ url: program.url, pid: program.pid, db, meter }, megabytes),
    )
  })
}

async function play(shop: Shop, megabytes: number): Promise<ForeignFiles> {
  const { access_token: admin } = await createApiClient(shop.url).auth.adminLogin(OWNER)
  const place = await openAssignment(shop, admin)
  const tus = tusClient(shop, admin)
  const memory = [watchMemory(shop.pid), watchChildren(shop.pid)] as const
  const health: Answer[] = []
  const asking = setInterval(() => void ask(`${shop.url}/api/health`).then((answer) => health.push(answer)), 100)
  const rounds: FileRound[] = []
  for (const { kind, what, name, make } of hostileTwins) {
    const bytes = await make(megabytes * MB)
    const doors: [string, () => Promise<Response>][] = [
      ['resumable', () => tus.send(bytes, { filename: name, filetype: '' })],
      ...(kind === 'subtitles'
        ? []
        : [
            ['hand-in', async () => handIn(shop, place, await newStudent(shop, place), bytes, name)] as [
              string,
              () => Promise<Response>,
            ],
          ]),
      ...(kind === 'image' || kind === 'video'
        ? [['form', () => sendForm(shop, admin, kind, bytes, name)] as [string, () => Promise<Response>]]
        : []),
    ]
    for (const [door, send] of doors) {
      const begun = performance.now()
      const stop = watchStops(shop.meter)
      const answer = await send()
      await answer.arrayBuffer()
      rounds.push({
        what,
        door,
        status: answer.status,
        seconds: (performance.now() - begun) / 1_000,
        ...(await stop()),
      })
    }
  }
  const many = await sendMany(shop, place)
  clearInterval(asking)
  const shopMb = Math.round(memory[0].end().most / MB)
  const childMb = Math.round(memory[1]() / MB)
  const stops = [...rounds, { what: `${AT_ONCE} files at once`, door: 'hand-in', ...many }]
  return {
    ...{ rounds, memory: { shopMb, childMb }, health, many },
    violations: [
      ...stops
        .filter(({ cpuMs }) => cpuMs > MOST_MS)
        .map(({ what, door, cpuMs }) => `${what} by ${door}: the shop worked ${Math.round(cpuMs)} ms without a pause`),
      ...rounds
        .filter(({ status }) => ![204, 201, 200, 413, 415, 422].includes(status))
        .map(({ what, door, status }) => `${what} by ${door}: ${status}`),
      ...(health.every(({ status }) => status === 200) ? [] : [`health: ${JSON.stringify(byStatus(health))}`]),
      ...(many.buyers.every(({ status }) => status === 201)
        ? []
        : [`buyers: ${JSON.stringify(byStatus(many.buyers))}`]),
    ],
  }
}

type Place = { lesson_id: string; course_id: string; other_id: string }

async function openAssignment({ url, db }: Shop, admin: string): Promise<Place> {
  const api = createApiClient(url, admin)
  const [{ course_id }, other] = [await buildCourse(db), await buildCourse(db)]
  await buildPromocode(db, { promocode: 'FREE', discount: 100 })
  const content = [{ title: 'Your reel', kind: 'assignment' as const, watch_link: '' }]
  await api.learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const [lesson] = (await api.learning.adminGetContent({ id: course_id })).content
  const params = { lesson_id: lesson?.lesson_id ?? '' }
  const body = {
    instructions: 'Cut it.',
    criteria: [{ text: 'It holds' }],
    takes_text: true,
    due_days: null,
    gate: false,
  }
  await api.assignments.save({ params, body: { ...body, file_kinds: [...WORK_KINDS] } })
  return { ...params, course_id, other_id: other.course_id }
}

async function newStudent({ url, db }: Shop, { course_id }: Place): Promise<{ token: string; user_id: string }> {
  const user = await buildUser(db)
  await buildEnrolment(db, { user_id: user.id, course_id })
  const login = { email: user.email, phone: '', password: PASSWORD }
  const { access_token: token } = await createApiClient(url).auth.login(login)
  return { token, user_id: user.user_id }
}

function handIn({ url }: Shop, { lesson_id }: Place, { token }: { token: string }, bytes: Buffer, name: string) {
  const body = new FormData()
  body.set('work_file', new File([new Uint8Array(bytes)], name))
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${url}/api/user/assignments/${lesson_id}/file`, { method: 'POST', headers, body })
}

function sendForm({ url }: Shop, token: string, kind: 'image' | 'video', bytes: Buffer, name: string) {
  const body = new FormData()
  body.set(`${kind}_file`, new File([new Uint8Array(bytes)], name))
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${url}/api/admin/courses/upload_${kind}/`, { method: 'PUT', headers, body })
}

/** Sends hostile files of one account all at once, again if its limit refuses them, while others buy. */
async function sendMany(shop: Shop, place: Place): Promise<ForeignFiles['many']> {
  const student = await newStudent(shop, place)
  const buyers = []
  for (let n = 0; n < BUYERS; n++) buyers.push(await newStudent(shop, place))
  const files = hostileTwins.filter(({ kind }) => kind === 'design' || kind === 'office')
  const bytes = await Promise.all(files.map(({ make }) => make(4 * MB)))
  const stop = watchStops(shop.meter)
  const sending = Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const at = n % files.length
      const answer = await handIn(shop, place, student, bytes[at] ?? Buffer.alloc(0), files[at]?.name ?? '').catch(
        () => undefined,
      )
      await answer?.arrayBuffer()
      return { status: answer?.status ?? 0, text: '' }
    }),
  )
  const bought = await Promise.all(
    buyers.map(({ token, user_id }) =>
      ask(`${shop.url}/api/user/buy?user_id=${user_id}&promocode=FREE`, {
        body: [place.other_id],
        token,
      }),
    ),
  )
  return { answers: byStatus(await sending), buyers: bought, ...(await stop()) }
}

/** Reads the meter; the returned function ends it and returns the peaks. */
function watchStops(meter: string): () => Promise<{ cpuMs: number; delayMs: number }> {
  let most = { cpuMs: 0, delayMs: 0 }
  const look = async () => {
    const { cpuMs, delayMs } = JSON.parse((await readFile(meter, 'utf8').catch(() => '')) || '{"cpuMs":0,"delayMs":0}')
    most = { cpuMs: Math.max(most.cpuMs, cpuMs), delayMs: Math.max(most.delayMs, delayMs) }
  }
  const timer = setInterval(() => void look().catch(() => {}), 50)
  return async () => {
    await sleep(250)
    clearInterval(timer)
    return most
  }
}

/** Watches the processes that inspect files; the returned function ends it and returns their peak in bytes. */
function watchChildren(pid: number): () => number {
  let most = 0
  const timer = setInterval(async () => {
    for (const child of await childrenOf(pid)) most = Math.max(most, await memoryOf(child))
  }, 100)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Returns the figures in words. */
export function linesOf({ rounds, memory, health, many }: ForeignFiles): string[] {
  const longest = (part: 'cpuMs' | 'delayMs') => Math.round(Math.max(many[part], ...rounds.map((round) => round[part])))
  return [
    `longest stop of the serving thread: ${longest('cpuMs')} ms of its own work, ${longest('delayMs')} ms by the clock`,
    `memory: shop ${memory.shopMb} MB, child ${memory.childMb} MB at most`,
    `/api/health meanwhile: ${JSON.stringify(byStatus(health))}, p50 ${within(health, 0.5)} ms, max ${within(health, 1)} ms`,
    `${AT_ONCE} files of one account at once: ${JSON.stringify(many.answers)}`,
    `${BUYERS} other buyers: ${JSON.stringify(byStatus(many.buyers))}, max ${within(many.buyers, 1)} ms`,
  ]
}
