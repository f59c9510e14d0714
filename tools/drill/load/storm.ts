import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { startFleet } from '../../fleet/fleet.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { byStatus, insist, within } from '../client.ts'
import { catchUp } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { runCommand } from '../processes.ts'
import { ownerToken, plain, withPlace } from '../shop.ts'
import { findUnpaid, gatewayKeys, goBuying, judge, keysOf, makeCrowd, type RushShop, startGateway } from './rush.ts'

export type StormResult = {
  seconds: number
  /** Answers to all presses of "Pay", by status. */
  presses: Record<string, number>
  paid: number
  /** From the first visit until the course is there, in milliseconds, refusals and their pauses counted. */
  visits: { half: number; within99: number; slowest: number }
  /** Letters that left during the drill. */
  letters: number
  backup: { seconds: number; code: number | null }
  violations: string[]
}

const READERS = 50_000
/** A refused buyer presses again when the shop says so. */
const MOST_PRESSES = 120
/** The instance is killed this long after the buyers arrive, and away as long. */
const KILL_AFTER_MS = 3_000

/**
 * Sends so many buyers at once to two instances behind HAProxy and PgBouncer, with a replica, while a letter goes to 50,000, a backup is
 * made, and one instance is killed and started. A buyer who paid has the course, once; every refusal has a time to retry; a reader gets one
 * letter at most.
 */
export function drillStorm(options: { buyers: number; onPhase: (what: string) => void }): Promise<StormResult> {
  const { buyers, onPhase } = options
  return withPlace(async (place) => {
    let gatewayUrl = ''
    const fleet = await startFleet(async ({ url, databaseUrl }) => {
      const gateway = await startGateway({ DATABASE_URL: databaseUrl, WEBHOOK_URL: `${url}/api/webhooks/razorpay` })
      place.atEnd(() => gateway.child.kill('SIGKILL'))
      gatewayUrl = gateway.url
      const { PORT: _, ...settings } = plain
      return { ...settings, ...keysOf(gateway) }
    })
    place.atEnd(fleet.close)
    const db = place.open(fleet.databaseUrl)
    const dataDir = fleet.shops[0]?.dataDir ?? ''
    await ensureSchema(db)
    const crowd = await makeCrowd(db, dataDir)
    const shop: RushShop = { url: fleet.url, gateway: gatewayUrl, gatewayKeys }

    onPhase(`a letter to ${READERS}`)
    await beginLetter(db, { url: fleet.url, dataDir })
    const mails = async () =>
      (await readdir(join(dataDir, 'mail')).catch(() => [])).filter((name) => name.endsWith('.eml'))
    while ((await mails()).length === 0) await sleep(100)
    onPhase(`${buyers} buyers at once, and a backup`)
    const begun = performance.now()
    const saving = runCommand('backup.ts', [place.folder, '--keep', '1', '--no-media'], {
      DATABASE_URL: fleet.databaseUrl,
      DATA_DIR: dataDir,
    })
    const buying = Promise.all(
      Array.from({ length: buyers }, async (_, number) => {
        const from = performance.now()
        const localAddress = `127.1.${number >> 8}.${number & 255}`
        const visit = await goBuying(shop, crowd, { presses: MOST_PRESSES, localAddress })
        return { visit, ms: performance.now() - from }
      }),
    )
    await sleep(KILL_AFTER_MS)
    onPhase('one instance is killed, and started again')
    await fleet.kill(0)
    const killedAt = Date.now()
    await sleep(KILL_AFTER_MS)
    await fleet.start(0)
    const bought = await buying
    const backup = await saving
    const seconds = (performance.now() - begun) / 1000
    onPhase('all buyers have left')
    const sent = await mails()
    await catchUp(db, shop)

    const visits = bought.map(({ visit }) => visit)
    const paid = visits.filter((visit) => visit.paid).length
    const violations = await findViolations(db, { webhooks: true })
    violations.push(...judge(visits, killedAt), ...(await findUnpaid(db, visits)))
    violations.push(...(await findTwice(join(dataDir, 'mail'), sent)))
    if (paid < buyers) violations.push(`${buyers - paid} buyers who wanted to pay left without their course`)
    if (backup.code !== 0) violations.push(`the backup ended with ${backup.code}: ${backup.output}`)
    return {
      seconds,
      presses: byStatus(
        visits
          .flatMap(({ asked }) => asked.filter(({ path }) => path === '/api/user/buy'))
          .map((one) => ({ ...one, text: '' })),
      ),
      paid,
      visits: { half: within(bought, 0.5), within99: within(bought, 0.99), slowest: within(bought, 1) },
      letters: sent.length,
      backup: { seconds: backup.seconds, code: backup.code },
      violations,
    }
  })
}

/** Begins a letter to students who agreed to news, at the highest pace, at any hour. */
async function beginLetter(db: Knex, { url, dataDir }: { url: string; dataDir: string }): Promise<void> {
  await db.raw(
    `with readers as (update users set email_proven_at = now() where id in (select id from users order by id desc limit :readers) returning id)
     insert into consents (user_id, purpose, agreed, changed_at) select id, 'news_email', true, now() from readers`,
    { readers: READERS },
  )
  await db('letter_settings').update({
    per_hour: 100_000,
    per_hour_receiver: 100_000,
    day_begins: 0,
    day_ends: 24,
  })
  // Letters are an optional feature, so the typed client may not know them.
  const letters = `${url}/api/admin/letters`
  const token = await ownerToken(url, dataDir)
  const words = { name: 'News', subject: 'News for {name}', blocks: [{ text: 'Hello {name}' }] }
  const made = await insist<{ letter_id: string }>(letters, {
    token,
    body: { ...words, channel: 'email', segment: { all: [] } },
  })
  const sent = await insist(`${letters}/${made.body.letter_id}/send`, { token, body: {} })
  if (sent.status !== 202) throw new Error(`The letter was not sent: ${JSON.stringify(sent.body)}`)
}

/** Lists readers with two letters. */
async function findTwice(folder: string, names: readonly string[]): Promise<string[]> {
  const readers = new Map<string, number>()
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    const to = /^Subject: News/m.test(text) ? /^To: (.+)$/m.exec(text)?.[1] : undefined
    if (to) readers.set(to, (readers.get(to) ?? 0) + 1)
  }
  return [...readers].flatMap(([to, times]) => (times > 1 ? [`${to} got the letter ${times} times`] : []))
}
