import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, commandLine, ROOT, VERSION } from '../../../config.ts'
import type { Db } from '../../../context.ts'
import { findFfmpeg } from '../../../courses/media/ffmpeg.ts'
import { UNUSABLE_MS } from '../../../platform/db/clock-watch.ts'
import { pendingMigrations } from '../../../platform/db/migrations.ts'
import { findLagging, moveStatement } from '../../../platform/db/sequences.queries.ts'
import { isLoopback } from '../../../platform/net/local-host.ts'
import { type Check, type Finding, fail, ok, warn } from './finding.ts'

const OLDEST_POSTGRES = 14

/** Reads version, encryption, schema, checksums and sorting rules of the database. */
export const checkDatabase: Check = async ({ config, db }) => {
  const { rows } = await db.raw(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
      current_setting('data_checksums') = 'on' as checksums`,
  )
  const { version, major, encrypted, checksums } = rows[0] as {
    version: string
    major: number
    encrypted: boolean
    checksums: boolean
  }
  const pending = await pendingMigrations(db)
  const found: Finding[] = []
  if (major < OLDEST_POSTGRES)
    found.push(fail(`PostgreSQL ${version} is too old. Move to ${OLDEST_POSTGRES} or newer.`))
  if (pending.length > 0)
    found.push(fail(`${pending.length} migrations wait. Start the shop, or run: ${commandLine('migrate')}`))
  if (config.databaseUrl && !encrypted && !isHere(config.databaseUrl))
    found.push(warn('the connection to another machine is not encrypted. Add ?sslmode=verify-full to DATABASE_URL.'))
  if (!checksums)
    found.push(
      warn('it has no checksums, so a damaged disk stays unseen. The runbook adds them (“it has no checksums”)'),
    )
  found.push(...(await sortingRules(db, major)), ...(await oneServer(db)))
  if (pending.length === 0)
    for (const lagging of await findLagging(db))
      found.push(
        fail(
          `${lagging.sequence} gives numbers that its table has already, so inserts fail, as after logical replication. Run in psql: ${moveStatement(lagging)}`,
        ),
      )
  const kind = config.databaseUrl ? '' : ' (embedded)'
  if (found.some(({ level }) => level === 'FAIL')) return found
  return [ok(`PostgreSQL ${version}${kind}, schema up to date`), ...found]
}

/** A balancer that chooses a server for each session would have to choose the same one so often. */
const READS = 40

/** Finds a balancer, such as pgpool-II by default, that sends some reads to a replica: they miss what was just written. */
export async function oneServer(db: Db): Promise<Finding[]> {
  const read = () => db.raw(`select current_setting('transaction_read_only') = 'on' as of_replica`)
  const answers = await Promise.all(Array.from({ length: READS }, read))
  const count = answers.filter(({ rows }) => rows[0].of_replica).length
  if (count === 0) return []
  return [
    fail(
      `${count} of ${READS} reads went to a server that only reads: a balancer such as pgpool-II sends them to a replica, which lacks what was just written. Turn its load balancing off (load_balance_mode = off), and name the replica in DATABASE_REPLICA_URL`,
    ),
  ]
}

const FIRST_WITH_VERSIONS = 15

/**
 * Compares the sorting rules of the operating system with those that the indexes of texts were made with: after an update of the system,
 * or on another image, an index may miss rows (https://www.postgresql.org/docs/18/collation.html#ICU-COLLATION-VERSIONS).
 */
async function sortingRules(db: Db, major: number): Promise<Finding[]> {
  if (major < FIRST_WITH_VERSIONS) return []
  const { rows } = await db.raw(
    `select datname as name, datcollversion as made, pg_database_collation_actual_version(oid) as present
    from pg_database where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
  )
  return (rows as { name: string; made: string; present: string }[]).map(({ name, made, present }) =>
    warn(
      `its texts are sorted by the rules of ${made}, and this system has ${present}: a search may miss rows. Run in psql: REINDEX DATABASE "${name}"; ALTER DATABASE "${name}" REFRESH COLLATION VERSION`,
    ),
  )
}

function isHere(address: string): boolean {
  const url = URL.parse(address)
  const host = url?.searchParams.get('host') ?? url?.hostname ?? ''
  return host === '' || host.startsWith('/') || host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
}

const NOTABLE_MS = 10_000

export const checkClock: Check = async ({ db }) => {
  const begun = Date.now()
  const { rows } = await db.raw('select extract(epoch from clock_timestamp()) * 1000 as ms')
  const off = Math.abs((begun + Date.now()) / 2 - Number(rows[0].ms))
  const shows = `the clock of this machine and the database’s differ by ${Math.round(off / 1000)} s. Turn NTP on for both.`
  if (off >= UNUSABLE_MS) return fail(shows)
  return off >= NOTABLE_MS ? warn(shows) : ok('agrees with the database’s')
}

const LEAST_BYTES = 1024 ** 3
/** Others must not read what the shop stores. */
const OF_OTHERS = 0o066

/** Checks room and rights of DATA_DIR. */
export async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const found: Finding[] = []
  await access(dataDir, constants.W_OK).catch(() => {
    found.push(fail(`${dataDir} cannot be written. Make it the shop’s: chown -R skillhaat ${dataDir}`))
  })
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, total] = [bavail * bsize, blocks * bsize]
  const room = `${gigabytes(free)} of ${gigabytes(total)} GB free for ${dataDir}`
  if (free < Math.max(LEAST_BYTES, total / 20))
    found.push(fail(`only ${room}. Make room, or move it to a larger disk.`))
  for (const path of [dataDir, join(dataDir, 'secrets.json'), join(dataDir, 'media'), join(dataDir, 'mail')]) {
    const mode = await stat(path).then(
      ({ mode }) => mode,
      () => 0,
    )
    if ((mode & OF_OTHERS) !== 0)
      found.push(warn(`other users of this machine can read ${path}. Run: chmod go-rw ${path}`))
  }
  return found.length > 0 ? found : [ok(room)]
}

/** Checks the program that makes the qualities of lesson videos. */
export async function checkVideo(config: Config): Promise<Finding> {
  if (!config.ffmpeg.program) return ok('FFMPEG=off: videos play as they were uploaded')
  const found = await findFfmpeg(config)
  if (found) return ok(`${found} makes the qualities of lesson videos`)
  return warn(
    `${config.ffmpeg.program} is not installed, so videos play as they were uploaded. Run: apt install ffmpeg`,
  )
}

/** Finds, for root, a `.env` that the user of the shop may not read. */
export async function checkReader({ dataDir }: Config): Promise<Finding[]> {
  const file = join(ROOT, '.env')
  const [settings, data] = await Promise.all([file, dataDir].map((path) => stat(path).catch(() => undefined)))
  if (process.getuid?.() !== 0 || !settings || !data || data.uid === 0) return []
  const readable = settings.uid === data.uid || (settings.mode & 0o004) !== 0
  return readable ? [] : [fail(`the user of ${dataDir} may not read .env: chown --reference=${dataDir} ${file}`)]
}

const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)

const LOOK_MS = 8_000

/** Opens the shop as a visitor does: through DNS, proxy and certificate. */
export async function checkProxy({ storeUrl, production, trustProxy }: Config): Promise<Finding[]> {
  const found: Finding[] = []
  const { protocol } = new URL(storeUrl)
  if (production && protocol !== 'https:')
    found.push(
      fail(`STORE_URL is ${storeUrl}, without encryption. Put a proxy with a certificate in front, and use https://.`),
    )
  if (protocol === 'https:' && trustProxy === 0)
    found.push(
      fail(
        'STORE_URL is https, so a proxy is in front, but TRUST_PROXY is 0: all visitors share one rate limit. Set TRUST_PROXY=1.',
      ),
    )
  if (protocol === 'http:' && trustProxy > 0)
    found.push(warn('TRUST_PROXY is set, but STORE_URL is http: without a proxy visitors choose their own address.'))
  try {
    const answer = await fetch(`${storeUrl}/api/health`, { signal: AbortSignal.timeout(LOOK_MS), redirect: 'manual' })
    const { version } = (await answer.json().catch(() => ({}))) as { version?: string }
    if (!version)
      found.push(fail(`${storeUrl} answers ${answer.status}, and not as the shop. Look at the proxy and its logs.`))
    else if (version !== VERSION)
      found.push(warn(`${storeUrl} is version ${version}, and this folder ${VERSION}. Restart the shop.`))
    else if (found.length === 0) found.push(ok(`${storeUrl} answers as version ${version}`))
  } catch (error) {
    const why = String((error as { cause?: { message?: string } }).cause?.message ?? (error as Error).message)
    found.push(
      production
        ? fail(
            `${storeUrl} does not answer (${why}). Is the shop running, do DNS and proxy lead to it, and is its certificate known here? For a company's own set NODE_EXTRA_CA_CERTS.`,
          )
        : ok(`${storeUrl} does not answer: the shop is not running`),
    )
  }
  return found
}

/** Names the versions, and a newer release where one is known; never fails. */
export async function checkVersions({ updateFeed }: Config): Promise<Finding> {
  const own = `SkillHaat ${VERSION}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`
  if (!updateFeed) return ok(own)
  const newest = await fetch(updateFeed, { signal: AbortSignal.timeout(LOOK_MS) })
    .then(async (answer) => String(((await answer.json()) as { tag_name?: unknown }).tag_name))
    .catch(() => undefined)
  if (!newest || !/^v\d+\.\d+\.\d+$/.test(newest)) return ok(`${own}; the newest release could not be looked up`)
  const isLater = newest.slice(1).localeCompare(VERSION, 'en', { numeric: true }) > 0
  return isLater ? warn(`${own}; ${newest} is out. Read CHANGELOG and update.`) : ok(`${own}, the newest release`)
}
