import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../src/platform/db/embedded-binaries.ts'
import { findPlace, stateFolders } from '../src/platform/db/embedded-place.ts'
import { runProgram, surroundings } from '../src/platform/db/run-program.ts'
import { freePort } from './free-port.ts'

export type Standing = {
  url: string
  /** Runs a statement as superuser. */
  run(sql: string): Promise<Record<string, unknown>[]>
  /** Kills it without a shutdown. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** A locale that folds letters of every script: the shop refuses another one. */
const inUnicode = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8']

/**
 * Starts a PostgreSQL and a streaming replica of it, from the shop's own binaries. The database `shop` belongs to the
 * role `shop`, which logs in with a password.
 */
export async function startReplicated(): Promise<{ primary: Standing; replica: Standing; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-replica-'))
  const { folder, runAs } = await findPlace(dataDir)
  const { bin } = await findBinaries(runAs, stateFolders())
  const own = join(folder, 'pair')
  await mkdir(own, { mode: 0o700 })
  if (runAs.uid !== undefined) await chown(own, runAs.uid, Number(runAs.gid))
  const place = { bin, runAs, ports: { primary: await freePort(), replica: await freePort() } }
  const [first, second] = [join(own, 'primary'), join(own, 'replica')]
  await runProgram(join(bin, 'initdb'), ['-D', first, '-U', 'postgres', '--auth=trust', ...inUnicode], runAs)
  const access = join(first, 'pg_hba.conf')
  await writeFile(access, `host all shop 127.0.0.1/32 scram-sha-256\n${await readFile(access, 'utf8')}`)
  // The server has not run anything yet: a copy of the folder is a base backup, and later changes arrive by streaming.
  await cp(first, second, { recursive: true, preserveTimestamps: true })
  await runProgram('chmod', ['-R', 'go=', second])
  if (runAs.uid !== undefined) await runProgram('chown', ['-R', `${runAs.uid}:${runAs.gid}`, second])
  await writeFile(join(second, 'standby.signal'), '')
  const primary = standing({ ...place, folder: first, port: place.ports.primary, settings: ['wal_keep_size=512MB'] })
  const from = `host=127.0.0.1 port=${place.ports.primary} user=postgres`
  const replica = standing({
    ...place,
    folder: second,
    port: place.ports.replica,
    settings: [`primary_conninfo=${from}`, 'hot_standby=on', 'wal_retrieve_retry_interval=50ms'],
  })
  const close = async () => {
    await Promise.allSettled([replica.kill(), primary.kill()])
    await rm(dataDir, { recursive: true, force: true })
    await rm(own, { recursive: true, force: true })
  }
  try {
    await primary.start()
    await primary.run("create role shop login password 'shop'")
    await primary.run('create database shop owner shop')
    await replica.start()
    return { primary, replica, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Program = {
  bin: string
  runAs: { uid?: number; gid?: number }
  folder: string
  port: number
  settings: string[]
}

function standing({ bin, runAs, folder, port, settings }: Program): Standing {
  let child: ReturnType<typeof spawn> | undefined
  let shown = ''
  const wanted = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'wal_level=replica',
    'fsync=off',
    'shared_buffers=32MB',
    'max_connections=100',
    'timezone=UTC',
    'jit=off',
    'io_method=sync',
    ...settings,
  ]
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  return {
    url: `postgres://shop:shop@127.0.0.1:${port}/shop`,
    run,
    async start() {
      const args = ['-D', folder, ...wanted.flatMap((setting) => ['-c', setting])]
      const started = spawn(join(bin, 'postgres'), args, {
        ...surroundings,
        ...runAs,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk) => {
          shown = `${shown}${chunk}`.slice(-4_000)
        })
      for (const deadline = Date.now() + 25_000; ; await sleep(20)) {
        if (await run('select 1').catch(() => undefined)) return
        if (started.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${shown}`)
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGQUIT')
      await gone
    },
  }
}
