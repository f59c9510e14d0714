// Runs before a release: starts and kills databases of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isAlive } from './process-lock.ts'

const program = fileURLToPath(new URL('../../../test/embedded-user.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

interface User {
  url: string
  serverUrl: string
  warnings: { folder: string; instead_of: string }[]
  infos: string[]
  child: ChildProcess
}

let parent: string
let dataDir: string
const users = new Set<ChildProcess>()

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'shop data '))
  await chmod(parent, 0o755)
})

// Creating a cluster costs a second: tests share one unless they are about its creation.
beforeEach(() => {
  dataDir = join(parent, 'shared')
})

afterEach(async () => {
  for (const child of users) await kill(child)
  // The next user clears up after killed ones.
  await leave(await use())
})

afterAll(() => rm(parent, { recursive: true, force: true }))

async function use(): Promise<User> {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'pipe', 'pipe'] })
  users.add(child)
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { value } = await lines.next()
  if (!value) throw new Error(errors.join(''))
  return { ...JSON.parse(value), child }
}

async function leave({ child }: User): Promise<void> {
  child.stdin?.end()
  const [code] = await once(child, 'exit')
  users.delete(child)
  expect(code).toBe(0)
}

async function kill(child: ChildProcess): Promise<void> {
  users.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const place = () => join(dataDir, 'postgres')
const pidFile = () => join(place(), 'cluster/postmaster.pid')
const serverPid = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0])

// The server outlived its starter, and not every system reaps such a process at once.
const isRunning = (pid: number) => isAlive({ pid, started: '' })

describe('when processes share a database,', () => {
  test('processes that start at once on a fresh folder share one server, and the last one stops it', async () => {
    dataDir = join(parent, 'at once')
    const [first, second, third] = await Promise.all([use(), use(), use()])
    expect(second.url).toBe(first.url)
    expect(third.url).toBe(first.url)
    const pid = await serverPid()
    await leave(first)
    await leave(second)
    expect(await query(third.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await leave(third)
    expect(await isRunning(pid)).toBe(false)
    expect(existsSync(pidFile())).toBe(false)
  })

  test('written rows survive a restart, under the same password', async () => {
    const first = await use()
    await query(first.url, 'create table kept as select 42 as answer')
    await leave(first)
    const second = await use()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(new URL(second.url).password).toBe(new URL(first.url).password)
  })

  test('a killed user does not keep the server alive', async () => {
    const [killed, polite] = await Promise.all([use(), use()])
    const pid = await serverPid()
    await kill(killed.child)
    await leave(polite)
    expect(await isRunning(pid)).toBe(false)
  })
})

describe('after a kill,', () => {
  test('the next start after a kill of server and user has every committed row', async () => {
    const { url, child } = await use()
    await query(url, 'create table rows (id int); insert into rows select generate_series(1, 1000)')
    process.kill(await serverPid(), 'SIGKILL')
    await kill(child)
    const next = await use()
    expect(await query(next.url, 'select count(*)::int as n from rows')).toEqual([{ n: 1000 }])
  })

  test('a server whose user was killed is found again', async () => {
    const { url, child } = await use()
    const pid = await serverPid()
    await kill(child)
    expect((await use()).url).toBe(url)
    expect(await serverPid()).toBe(pid)
  })

  test('a pid file that names a stranger is ignored', async () => {
    await leave(await use())
    const stranger = spawn('sleep', ['60'], { cwd: '/' })
    users.add(stranger)
    const lines = [stranger.pid, join(place(), 'cluster'), 1, 5999, '', '127.0.0.1', '', 'ready   ']
    await writeFile(pidFile(), lines.join('\n'))
    const { url } = await use()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
  })

  test('a pid file that names a zombie is ignored', async () => {
    await leave(await use())
    // The inner shell ends at once; the outer one, replaced by sleep, never reaps it.
    const downloader = spawn('sh', ['-c', 'sh -c "echo \\$\\$; exit" & exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    users.add(downloader)
    const [line] = await once(downloader.stdout, 'data')
    const zombie = Number(line)
    await expect.poll(() => readFile(`/proc/${zombie}/stat`, 'utf8')).toContain(') Z ')
    await writeFile(pidFile(), [zombie, join(place(), 'cluster'), 1, 5999, '', '127.0.0.1', '', 'ready   '].join('\n'))
    expect(await query((await use()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('an interrupted first start leaves nothing that the next one trusts', async () => {
    dataDir = join(parent, 'interrupted')
    await mkdir(join(place(), 'init-aborted/cluster'), { recursive: true })
    await writeFile(join(place(), 'init-aborted/cluster/PG_VERSION'), '18\n')
    await writeFile(join(place(), 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, started: '1', id: 'dead' }))
    const { url, infos } = await use()
    expect(infos).toEqual(['creating the embedded database; this takes some seconds', 'PostgreSQL started'])
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(place())).filter((name) => name.startsWith('init-'))).toEqual([])
  })
})

describe('in the embedded database,', () => {
  test('only the password opens the database, and only its owner can read the password', async () => {
    const { url, serverUrl } = await use()
    expect((await stat(join(place(), 'passwords.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(place(), 'cluster'))).mode & 0o777).toBe(0o700)
    for (const address of [url, serverUrl]) {
      const guess = Object.assign(new URL(address), { password: 'guess' }).href
      await expect(query(guess, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    }
    await expect(query(url, `copy (select 1) to program 'true'`)).rejects.toMatchObject({ code: '42501' })
  })

  test('the folder is closed to other users', async () => {
    await use()
    const open: string[] = []
    for (const entry of await readdir(place(), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      // Some files vanish meanwhile.
      const mode = (await stat(path).catch(() => undefined))?.mode ?? 0
      if ((mode & 0o077) !== 0) open.push(path)
    }
    expect(open).toEqual([])
    // Root's PostgreSQL runs as another user, who must get through.
    expect((await stat(place())).mode & 0o777).toBe(isRoot ? 0o710 : 0o700)
  })

  test('text is UTF-8, compared byte by byte, and time is UTC', async () => {
    const { url } = await use()
    expect(
      await query(
        url,
        `select datcollate, pg_encoding_to_char(encoding) as encoding, current_setting('timezone') as zone,
          'Z' < 'a' as by_byte, upper('ä') as upper from pg_database where datname = current_database()`,
      ),
    ).toMatchObject([{ datcollate: 'C', encoding: 'UTF8', zone: 'UTC', by_byte: true }])
  })

  test.runIf(isRoot)('root hands the server to an ordinary user', async () => {
    await use()
    const status = await readFile(`/proc/${await serverPid()}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\s+[1-9]/m)
  })

  test.runIf(isRoot)('a data folder that this user cannot reach is replaced with a warning', async () => {
    const closed = join(parent, 'closed')
    await mkdir(closed, { mode: 0o700 })
    dataDir = join(closed, 'data')
    const { url, warnings } = await use()
    expect(warnings).toEqual([{ folder: expect.any(String), instead_of: place() }])
    await query(url, 'create table kept as select 1 as one')
    const again = await use()
    expect(await query(again.url, 'select one from kept')).toEqual([{ one: 1 }])
    onTestFinished(() => rm(warnings[0]?.folder ?? '', { recursive: true }))
  })

  test('a server that does not start reports the cause', async () => {
    await leave(await use())
    const wal = join(place(), 'cluster/pg_wal')
    await rename(wal, `${wal}.away`)
    await expect(use()).rejects.toThrow(
      /PostgreSQL did not start \(it ended with 1\): required WAL directory "pg_wal" does not exist; see .*postgres\.log/,
    )
    await rename(`${wal}.away`, wal)
  })

  test('a cluster of another major version is refused with the way to move it', async () => {
    await leave(await use())
    const cluster = join(place(), 'cluster')
    await cp(join(cluster, 'PG_VERSION'), join(parent, 'PG_VERSION'))
    await writeFile(join(cluster, 'PG_VERSION'), '15\n')
    await expect(use()).rejects.toThrow(
      /was made by PostgreSQL 15, this program brings 18\. .*npm run backup -- FILE.* move .* away.*npm run restore -- FILE/,
    )
    await cp(join(parent, 'PG_VERSION'), join(cluster, 'PG_VERSION'))
  })
})
