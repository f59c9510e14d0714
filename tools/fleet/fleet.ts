import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPlace } from '../../server/src/platform/db/embedded-place.ts'
import { findFreePort, type Program, startPatiently } from '../../server/test/program.ts'
import { startReplicated } from '../../server/test/replicated.ts'
import { startS3StandIn } from '../../server/test/s3-stand-in.ts'
import { pgbouncer, pooledUrl } from './pgbouncer.ts'
import { startProxy } from './proxies.ts'

/** A shop of a fleet, by index. */
export type Member = number
/** The members of a fleet. */
export const MEMBERS: readonly Member[] = [0, 1]

/**
 * Shops with their own folders behind a proxy, on one PostgreSQL with a replica behind PgBouncer, their files in a
 * bucket.
 */
export type Fleet = {
  /** The proxy's address, the only public one. */
  url: string
  /** Address and data folder of each shop. */
  shops: readonly { url: string; dataDir: string }[]
  /** The address of PostgreSQL itself. */
  databaseUrl: string
  /** Puts a file into the bucket. */
  keepFile(key: string, file: string): Promise<void>
  /** Kills a shop without a shutdown. */
  kill(member: Member): Promise<void>
  start(member: Member): Promise<void>
  close(): Promise<void>
}

/** The proxy checks once a second, and removes a shop after two failures. */
const PROXY_NOTICES_MS = 2_500

/** Starts a fleet; the settings apply to all shops. */
export async function startFleet(
  settingsAt: (fleet: Pick<Fleet, 'url' | 'databaseUrl'>) => Promise<Record<string, string>>,
): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-fleet-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.toReversed()) await end()
  }
  try {
    const pair = await startReplicated()
    closing.push(pair.close)
    const bucket = await startS3StandIn()
    closing.push(bucket.close)
    const poolerPort = await findFreePort()
    const place = await findPlace(folder)
    const pooler = await pgbouncer(folder, poolerPort, pair.primary, place.runAs)
    closing.push(pooler.kill)
    await pooler.start()
    const ports = await Promise.all(MEMBERS.map(findFreePort))
    const shops = ports.map((port, at) => ({ url: `http://127.0.0.1:${port}`, dataDir: join(folder, `shop-${at}`) }))
    const [first = '', ...others] = shops.map(({ dataDir }) => dataDir)
    await mkdir(join(first, 'mail'), { recursive: true })
    for (const other of others) {
      await mkdir(other)
      // Without a relay, emails are files, and readers look into one folder.
      await symlink(join(first, 'mail'), join(other, 'mail'))
    }
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    const proxied = await startProxy('haproxy', { folder, port, shopPorts: ports })
    const pooled = pooledUrl(pair.primary.url, poolerPort)
    // Sessions from before the first start, as somebody's psql leaves them: the start has to renew them.
    await Promise.all([1, 2].map(() => useOnce(pooled)))
    const settings = await settingsAt({ url, databaseUrl: pair.primary.url })
    const programs: (Program | undefined)[] = []
    const start = async (member: Member) => {
      const dataDir = shops[member]?.dataDir ?? ''
      programs[member] = await startPatiently({
        DATABASE_URL: pooled,
        DATABASE_DIRECT_URL: pair.primary.url,
        DATABASE_REPLICA_URL: pair.replica.url,
        DATA_DIR: dataDir,
        PORT: String(ports[member]),
        STORE_URL: url,
        TRUST_PROXY: '1',
        ...bucket.env,
        ...settings,
      })
    }
    const kill = async (member: Member) => programs[member]?.kill()
    closing.push(() => Promise.all(MEMBERS.map(kill)))
    await start(0)
    // Each shop verifies and decrypts data of the others.
    for (const other of others) await cp(join(first, 'secrets.json'), join(other, 'secrets.json'))
    for (const member of others.keys()) await start(member + 1)
    await proxied.start()
    closing.push(proxied.kill)
    return {
      url,
      shops,
      databaseUrl: pair.primary.url,
      async keepFile(key, file) {
        bucket.objects.set(`media/${key}`, { bytes: await readFile(file), type: 'video/mp4' })
      },
      kill,
      async start(member) {
        await start(member)
        await sleep(PROXY_NOTICES_MS)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function useOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_sleep(0.1)')
  await client.end()
}
