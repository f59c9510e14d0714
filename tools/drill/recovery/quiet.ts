import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { SANDBOX_PATH } from '../../../server/src/config.ts'
import { startMailServer } from '../../../server/test/mail-server.ts'
import { answering, builtArgs, environmentOf, findFreePort, type Program } from '../../../server/test/program.ts'
import { ask, linkOf } from '../client.ts'
import { gatewayKeysOf, ownerToken, type Place, plain, withPlace } from '../shop.ts'
import { startOwnPostgres } from './own-postgres.ts'

/** Lines of one kind in one phase. */
type Lines = { phase: string; level: string; message: string; times: number }

export type Quiet = {
  lines: Lines[]
  /** Answers to the visitors, by phase and status. */
  answers: Record<string, Record<string, number>>
  /** The words of health, readiness and the owner's own page at the end of each outage. */
  signs: string[]
  violations: string[]
}

/** A light load: one visit each second, one purchase in a minute. */
const VISIT_EVERY_MS = 1_000
const VISITS_PER_PURCHASE = 60
/** Time for retries and the end of an alarm. */
const RECOVERY_MS = 90_000

type Shop = { program: Program; gateway: string; gatewayKeys: string; courses: string[] }

type Options = {
  quietSeconds: number
  awaySeconds: number
  /** Receives each line above `info` at once, with its phase. */
  onLoud?: (line: string) => void
}

/**
 * Walks about in a built demo shop and counts its log lines: first with everything well, then while the mail server,
 * the database and the gateway are away in turn.
 */
export function drillQuiet({ quietSeconds, awaySeconds, onLoud }: Options): Promise<Quiet> {
  return withPlace(async (place) => {
    const postgres = await startOwnPostgres()
    place.atEnd(postgres.close)
    const mailPort = await findFreePort()
    let mail = await startMailServer({}, {}, mailPort)
    place.atEnd(() => mail.close())
    const book = lineBook(onLoud)
    const settings = { DATABASE_URL: postgres.url, DATA_DIR: place.folder, SMTP_URL: `smtp://127.0.0.1:${mailPort}` }
    const shop = await startBuilt(place, { ...plain, SEED: 'demo', ...settings }, book.note)
    const answers: Quiet['answers'] = {}
    const signs: string[] = []
    const owner = await ownerToken(shop.program.url, place.folder)

    async function live(phase: string, milliseconds: number): Promise<void> {
      book.begin(phase)
      const counted: Record<string, number> = {}
      answers[phase] = counted
      const end = Date.now() + milliseconds
      for (let visit = 0; Date.now() < end; visit++) {
        const status = visit % VISITS_PER_PURCHASE === 1 ? await purchase(shop) : await visitPage(shop, visit)
        counted[status] = (counted[status] ?? 0) + 1
        await sleep(VISIT_EVERY_MS)
      }
    }
    async function away(what: string, { take, give }: { take(): Promise<unknown>; give(): Promise<unknown> }) {
      await take()
      await live(`${what} away`, awaySeconds * 1000)
      for (const path of ['health', 'ready', 'admin/health', 'admin/todo']) {
        const { status, text } = await ask(`${shop.program.url}/api/${path}`, { token: owner })
        signs.push(`${what} away, ${path}: ${status} ${text.slice(0, 1500)}`)
      }
      await give()
      await live(`${what} back`, RECOVERY_MS)
    }

    await live('quiet', quietSeconds * 1000)
    await away('mail', {
      take: () => mail.close(),
      give: async () => {
        mail = await startMailServer({}, {}, mailPort)
      },
    })
    await away('database', { take: postgres.hang, give: postgres.wake })
    const control = async (path: string, body: object = {}) => {
      const { status, text } = await ask(`${shop.gateway}/control/${path}`, { gatewayKeys: shop.gatewayKeys, body })
      if (status >= 400) throw new Error(`the gateway refused ${path}: ${text}`)
    }
    await away('gateway', {
      take: () => control('faults/api', { fault: 'answer', status: 503, count: 10_000 }),
      give: () => control('reset-faults'),
    })

    const lines = book.lines()
    const loud = lines.filter(({ phase, level }) => phase === 'quiet' && level !== 'info')
    return {
      lines,
      answers,
      signs,
      violations: loud.map(({ level, message, times }) => `${times} × ${level} ${message}`),
    }
  })
}

/** Counts log lines by phase, level and message. */
function lineBook(onLoud: (line: string) => void = () => {}) {
  let current = 'start'
  const counted = new Map<string, Lines>()
  return {
    begin(phase: string) {
      current = phase
    },
    note(line: string) {
      const { level, message } = readLine(line)
      if (level !== 'info') onLoud(`${current}: ${line}`)
      const key = `${current} ${level} ${message}`
      const lines = counted.get(key) ?? { phase: current, level, message, times: 0 }
      counted.set(key, { ...lines, times: lines.times + 1 })
    },
    lines: () => [...counted.values()],
  }
}

function readLine(line: string): { level: string; message: string } {
  try {
    const { level, msg } = JSON.parse(line) as { level: string; msg: string }
    return { level, message: msg }
  } catch {
    // The banner of a demo.
    return { level: 'info', message: 'banner' }
  }
}

async function startBuilt(place: Place, settings: Record<string, string>, note: (line: string) => void): Promise<Shop> {
  const env = environmentOf(settings)
  const child = spawn(process.execPath, builtArgs, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  for (const output of [child.stdout, child.stderr]) if (output) createInterface({ input: output }).on('line', note)
  const program = await answering(child)
  place.atEnd(program.kill)
  const { text } = await ask(`${program.url}/api/go/courses`)
  const courses = (JSON.parse(text) as { course_id: string }[]).map(({ course_id }) => course_id)
  const gatewayKeys = await gatewayKeysOf(place.folder)
  return { program, gateway: `${program.url}${SANDBOX_PATH}`, gatewayKeys, courses }
}

async function visitPage({ program, courses }: Shop, visit: number): Promise<number> {
  const course = courses[visit % courses.length]
  const pages = ['/', '/courses', `/course/${course}`, '/api/go/courses', '/cart', '/admin', '/login']
  const { status } = await ask(`${program.url}${pages[visit % pages.length]}`)
  return status
}

let students = 0

/** A new student buys a course and pays; returns the status of the first answer that is a refusal. */
async function purchase({ program, courses, gateway, gatewayKeys }: Shop): Promise<number> {
  const number = ++students
  const student = {
    email: `quiet${number}@example.com`,
    phone: `98${String(number).padStart(8, '0')}`,
    password: 'Mango-Kulfi-42',
  }
  const registered = await ask(`${program.url}/api/register`, { body: student })
  if (registered.status >= 400) return registered.status
  const { token, user_id } = JSON.parse(registered.text) as { token: string; user_id: string }
  const body = [courses[number % courses.length]]
  const bought = await ask(`${program.url}/api/user/buy?user_id=${user_id}`, { token, body })
  const link = linkOf(bought.text)
  if (!link) return bought.status
  const paid = await ask(`${gateway}/control/links/${link}/pay`, { gatewayKeys, body: {} })
  return paid.status
}
