import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { createDb, PATIENT } from '../../server/src/platform/db/knex.ts'
import { type Program, startPatiently } from '../../server/test/program.ts'
import { openScratchDatabases } from '../../server/test/scratch-databases.ts'

export type ProductionShop = { program: Program; db: Knex }

/** The program as it serves the public, with every limit on, on a database of its own. */
export async function withProductionShop<T>(
  { serverUrl, prefix, proxies = 0 }: { serverUrl: string; prefix: string; proxies?: number },
  work: (shop: ProductionShop) => Promise<T>,
): Promise<T> {
  const databases = await openScratchDatabases(serverUrl, prefix)
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-door-'))
  const secret = () => randomBytes(32).toString('base64url')
  try {
    const databaseUrl = await databases.create('door')
    const program = await startPatiently({
      ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', STORE_URL: 'https://shop.example' },
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SESSION_SECRET: secret(), ENCRYPTION_KEY: secret() },
      ...{ ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'Mango-Kulfi-42', TRUST_PROXY: String(proxies) },
    })
    const db = createDb(databaseUrl, { poolMax: 2, timeouts: PATIENT })
    try {
      return await work({ program, db })
    } finally {
      await db.destroy()
      await program.kill()
    }
  } finally {
    await databases.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The address number `index` of those that attack, and of those that buy. */
export const attacker = (index: number) => `10.1.${index >> 8}.${index & 255}`
export const scatteredAttacker = (index: number) => `11.${index >> 8}.${index & 255}.1`
export const visitor = (index: number) => `10.2.${index >> 8}.${index & 255}`

export type Answer = { status: number; ms: number; text: string }

export type Ask = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  agent?: Agent
  /** The address of this machine that the connection comes from. */
  localAddress?: string
}

/** One request on a connection of its own unless an agent is given; status 0 when none came back. */
export function ask(url: string, { method, body, headers = {}, agent, localAddress }: Ask = {}): Promise<Answer> {
  const begun = performance.now()
  const text = body === undefined ? '' : JSON.stringify(body)
  const sent = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)), ...headers }
  const options: RequestOptions = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: body === undefined ? headers : sent,
    agent: agent ?? new Agent(),
    ...(localAddress ? { localAddress } : {}),
  }
  return new Promise((resolve) => {
    const end = (status: number, answer: string) =>
      resolve({ status, text: answer, ms: Math.round(performance.now() - begun) })
    const asking = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString()))
      response.on('error', (error) => end(0, String(error)))
    })
    asking.setTimeout(60_000, () => asking.destroy(new Error('no answer within a minute')))
    asking.on('error', (error) => end(0, String(error)))
    asking.end(text)
  })
}

/** How many of each status came back, and of refusals with which words. */
export function byStatus(answers: readonly Pick<Answer, 'status' | 'text'>[]): Record<string, number> {
  const groups = Map.groupBy(answers, ({ status, text }) => (status === 503 ? `503 ${text}` : String(status)))
  return Object.fromEntries([...groups].map(([status, those]) => [status, those.length]))
}

/** The time within which this part of the answers was there. */
export function within(answers: readonly Pick<Answer, 'ms'>[], part: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
}
