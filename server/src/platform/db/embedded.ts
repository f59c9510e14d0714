import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from './embedded-binaries.ts'
import {
  clusterOf,
  ensureCluster,
  findRunning,
  isPostmaster,
  type RunningServer,
  startServer,
  stopServer,
} from './embedded-cluster.ts'
import { findPlace, type Place, stateFolders } from './embedded-place.ts'
import { countUsers, registerUser, withLock } from './process-lock.ts'

export interface EmbeddedOptions {
  /** The program's data folder; the database lives in `postgres/` below it. */
  dataDir: string
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
  /** False trades the data's safety for speed; for tests only. */
  durable?: boolean
}

export interface EmbeddedServer {
  /** The program's own database, as a role without further rights. */
  url: string
  /** The maintenance database as superuser, for creating further databases. */
  serverUrl: string
  /** False once the server died, or another process stopped it. */
  isRunning(): Promise<boolean>
  /** Restarts a dead server under the same address. Throws with PostgreSQL's message. */
  startAgain(): Promise<void>
  /** Unregisters this process; the last user stops the server. */
  stop(): Promise<void>
}

interface Passwords {
  superuser: string
  owner: string
}

/**
 * Starts a real PostgreSQL on a free loopback port, or shares the one that runs on the folder. The first start creates
 * the cluster (about a second), later ones take under 100 ms. Throws with PostgreSQL's message, or with the machine's
 * missing part.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = await findPlace(options.dataDir)
  if (place.insteadOf) {
    const { folder, insteadOf } = place
    options.log.warn(
      { folder, instead_of: insteadOf },
      'PostgreSQL cannot use the data folder, its data lies elsewhere',
    )
  }
  if (!existsSync(clusterOf(place)))
    options.log.info({ folder: place.folder }, 'creating the embedded database; this takes some seconds')
  const binaries = await findBinaries(place.runAs, stateFolders())
  const users = join(place.folder, 'users')
  const lock = join(place.folder, 'lock')
  await mkdir(users, { recursive: true, mode: 0o700 })
  const leave = async (unregister: () => Promise<void>) => {
    await unregister()
    if ((await countUsers(users)) === 0) await stopServer(place, binaries)
  }
  return withLock(lock, async () => {
    const unregister = await registerUser(users)
    try {
      const passwords = await readPasswords(place)
      let server = (await findRunning(place)) ?? (await begin())
      const urls = await openDatabase(place, server, passwords)
      let stopping: Promise<void> | undefined
      return {
        ...urls,
        isRunning: () => isPostmaster(server.pid, place),
        startAgain: () =>
          withLock(lock, async () => {
            const { port } = server
            // Another process that shares it may have been first.
            const running = (await findRunning(place)) ?? (await begin(port))
            if (running.port !== port)
              throw new Error(`PostgreSQL was started on port ${running.port}, not on ${port}.`)
            server = running
          }),
        stop() {
          stopping ??= withLock(lock, () => leave(unregister))
          return stopping
        },
      }
      async function begin(port?: number): Promise<RunningServer> {
        await ensureCluster(place, binaries, passwords.superuser)
        const begun = Date.now()
        const started = await startServer(place, binaries, options.durable ?? true, port)
        options.log.info({ folder: place.folder, port: started.port, ms: Date.now() - begun }, 'PostgreSQL started')
        return started
      }
    } catch (error) {
      await leave(unregister)
      throw error
    }
  })
}

async function readPasswords(place: Place): Promise<Passwords> {
  const file = join(place.folder, 'passwords.json')
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const generate = () => randomBytes(24).toString('base64url')
  const passwords: Passwords = { superuser: generate(), owner: generate() }
  // Written atomically: an empty password file on a full disk would lock us out of the cluster.
  const draft = `${file}.draft`
  try {
    await writeFile(draft, JSON.stringify(passwords), { mode: 0o600 })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  return passwords
}

/** Creates the program's role and database if absent, and proves that the server belongs to this folder. */
async function openDatabase(place: Place, server: RunningServer, passwords: Passwords) {
  const address = `127.0.0.1:${server.port}`
  const serverUrl = `postgres://postgres:${passwords.superuser}@${address}/postgres`
  const url = `postgres://skillhaat:${passwords.owner}@${address}/skillhaat`
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 5_000, query_timeout: 30_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string; has_role: boolean; has_database: boolean }>(
      `select current_setting('data_directory') as data_directory,
        exists (select from pg_roles where rolname = 'skillhaat') as has_role,
        exists (select from pg_database where datname = 'skillhaat') as has_database`,
    )
    const found = rows[0]
    if (found?.data_directory !== clusterOf(place)) {
      throw new Error(`The server on ${address} belongs to ${found?.data_directory}, not to ${clusterOf(place)}.`)
    }
    if (!found.has_role) await client.query(`create role skillhaat login password '${passwords.owner}'`)
    if (!found.has_database) await client.query('create database skillhaat owner skillhaat')
  } finally {
    await client.end()
  }
  return { url, serverUrl }
}
