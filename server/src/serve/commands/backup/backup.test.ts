import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfOf } from '../../../../test/archives.ts'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { fileNames } from '../../../../test/file-names.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { runCommand } from '../../../../test/program.ts'
import { isPlainRun } from '../../../../test/scope.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, payInSilence } from '../../../../test/shopper.ts'
import { tusClient } from '../../../../test/tus.ts'
import { uploadMedia } from '../../../../test/upload.ts'
import { picture, video } from '../../../../test/upload-files.ts'
import { readConfig } from '../../../config.ts'
import { listMigrations, listOwnTables, pendingMigrations, rollback, stepsOf } from '../../../platform/db/migrations.ts'
import type { Manifest } from './archive-format.ts'
import { makeBackup } from './make-backup.ts'
import { checkArchive } from './read-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { openArchive } from './write-archive.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let token: string
let folder: string
let backup: { path: string; manifest: Manifest }

/** An empty machine: a database with nothing in it and an empty folder. */
type Machine = TestDatabase & { dataDir: string; config: ReturnType<typeof readConfig>; databaseUrl: string }
const machines: Machine[] = []
async function emptyMachine(): Promise<Machine> {
  const database = await createTestDatabase({ empty: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-restored-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: database.url })
  const machine = { ...database, databaseUrl: database.url, dataDir, config }
  machines.push(machine)
  return machine
}

const back = (name: string) =>
  makeBackup(
    { config: server.ctx.config, databaseUrl: String(server.ctx.config.databaseUrl), now: () => new Date() },
    join(folder, name),
  )
const restore = (machine: Machine, path: string, options = {}) => restoreBackup({ ...machine, log }, path, options)

beforeAll(async () => {
  server = await startTestServer()
  token = await server.adminToken()
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-backups-'))
}, 60_000)
afterAll(async () => {
  await server.stop()
  for (const machine of machines) {
    await machine.drop()
    await rm(machine.dataDir, { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true })
}, 60_000)

/** Uploads a file for an assignment, which no library list shows; returns its id. */
async function buildWork(): Promise<string> {
  const { db, files, now } = server.ctx
  const file_id = 'd'.repeat(32)
  const path = files.tempPath()
  await writeFile(path, 'My work')
  await files.keep(path, { mediaId: file_id, name: 'work.txt' })
  const { id: user_id } = await buildUser(db)
  const file = {
    file_id,
    lesson_id: 'gone',
    url: `/media/${file_id}/work.txt`,
    name: 'work.txt',
    kind: 'text',
    bytes: 7,
  }
  await db('hand_in_files').insert({ ...file, user_id, created_at: now() })
  return file_id
}

/** Everything of the library on the disk, by its hash. */
async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const library = join(dataDir, 'media')
  const names = await readdir(library, { recursive: true, withFileTypes: true }).catch(() => [])
  const files: Record<string, string> = {}
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    files[path.slice(library.length + 1)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  }
  return files
}

/** Reads a database and a folder, to prove them unchanged. */
async function stateOf({ db, dataDir }: Machine): Promise<unknown> {
  const { rows } = await db.raw(
    `select schemaname || '.' || relname as name, n_live_tup from pg_stat_user_tables order by 1`,
  )
  const tables = rows.map(({ name }: { name: string }) => name)
  const users = tables.includes('public.users') ? await db('users').orderBy('id') : []
  return { tables, users, files: await filesOf(dataDir), folder: await readdir(dataDir) }
}

/** Buyers who buy and pay, and an admin who uploads and deletes, until `work` has ended. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  let busy = true
  const buying = async () => {
    while (busy) {
      const shopper = await buildShopper(server)
      const { link, course } = await shopper.buyOne(2)
      await payInSilence(server, link)
      await shopper.student.orders.paymentStatus({ user_id: shopper.user.user_id, course_id: course.course_id })
      await shopper.buyOne()
    }
  }
  const uploading = async () => {
    while (busy) {
      const { url } = await uploadMedia(server, token, 'image', await picture('png'))
      const film = await uploadMedia(server, token, 'video', video('mp4', 20_000), { file: 'a.mp4' })
      const gone = film.url.split('/')[2] ?? ''
      expect(url).toContain('/media/')
      await server.request(`/api/admin/media/${gone}`, {
        method: 'DELETE',
        headers: { authorization: `bearer ${token}` },
      })
    }
  }
  const load = [buying(), buying(), uploading()]
  const ended = await work().finally(() => {
    busy = false
  })
  await Promise.all(load)
  return ended
}

describe('F9 a backup of a shop at work', () => {
  test('restores every row and file of its moment on an empty machine', {
    timeout: 240_000,
  }, async () => {
    for (let n = 0; n < 3; n++) await uploadMedia(server, token, 'image', await picture('png'))
    const tus = tusClient(server, token)
    for (const [, filename] of fileNames) await tus.send(pdfOf(), { filename, filetype: '', folder: 'रील कोर्स/नोट्स' })
    const work = await buildWork()
    backup = await underLoad(async () => {
      // The shop has something before it begins.
      await expect.poll(() => server.db('orders').where({ status: 'paid' }).first()).toBeTruthy()
      return back('at-work.tar')
    })
    expect((await stat(backup.path)).mode & 0o777).toBe(0o600)
    expect(backup.manifest.media.missing_count).toBe(0)
    const machine = await emptyMachine()
    const { keysReadable } = await restore(machine, backup.path, { nothingSince: true })
    // A table that was never analysed has -1.
    expect(await machine.db('pg_class').where({ relname: 'users' }).first('reltuples')).not.toEqual({ reltuples: -1 })
    expect(keysReadable).toBe(true)

    expect(Object.keys(await filesOf(machine.dataDir))).toContain(join(work, 'work.txt'))

    // Taken again, the restored shop makes the same tables.
    const again = await makeBackup({ ...machine, now: () => new Date() }, join(folder, 'again.tar'))
    // (Of a queue that a database has already, its own counters stay.)
    const stored = ({ tables }: Manifest) =>
      tables.filter(({ schema, name }) => schema !== 'pgboss' || name !== 'queue')
    expect(stored(again.manifest)).toEqual(stored(backup.manifest))
    expect(again.manifest.sequences).toEqual(backup.manifest.sequences)
    expect(again.manifest.entries.filter(({ name }) => name.startsWith('media/'))).toEqual(
      backup.manifest.entries.filter(({ name }) => name.startsWith('media/')),
    )

    // Purchases are whole, and every file that a row names exists unchanged.
    const { rows: torn } = await machine.db.raw(
      `select o.order_id from orders o where o.status = 'paid' and not exists (select from enrolments e where e.order_id = o.order_id)`,
    )
    expect(torn).toEqual([])
    const files = await filesOf(machine.dataDir)
    const urls: string[] = await machine.db('media').pluck('url')
    expect(urls.length).toBeGreaterThanOrEqual(3)
    for (const url of urls) expect(files).toHaveProperty([url.replace('/media/', '')])
    // Files have their own names again, and lie in their folders.
    const named = await machine.db('media').where({ folder: 'रील कोर्स/नोट्स' }).orderBy('created_at').pluck('name')
    expect(named.sort()).toEqual(fileNames.map(([, , shown]) => shown).sort())
    // New rows get numbers of their own, and triggers work again.
    const days = () => machine.db('stale_days').count({ count: '*' }).first()
    const before = await days()
    expect((await buildUser(machine.db)).id).toBeGreaterThan(0)
    expect(await days()).not.toEqual(before)
  })

  test('refuses a cut or changed backup, and touches nothing (F10)', {
    timeout: 240_000,
  }, async () => {
    const machine = await emptyMachine()
    const before = await stateOf(machine)
    const bytes = await readFile(backup.path)
    const broken = join(folder, 'broken.tar')
    const lengths = [0, 1, 511, 512, 10_000, Math.floor(bytes.length / 2), bytes.length - 2048, bytes.length - 1]
    for (const length of lengths) {
      await writeFile(broken, bytes)
      await truncate(broken, length)
      await expect(restore(machine, broken), `cut at ${length}`).rejects.toThrow(/is damaged|is not a backup/)
    }
    const places = [0, 100, 130, 600, bytes.length - 1, bytes.length - 1500, bytes.length - 2000, bytes.length - 3000]
    for (let n = 1; n < 20; n++) places.push(Math.floor((bytes.length * n) / 20))
    for (const place of places) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 0b1000
      await writeFile(broken, changed)
      await expect(restore(machine, broken), `changed at ${place}`).rejects.toThrow(/is damaged|is not a backup/)
    }
    await writeFile(broken, Buffer.concat([bytes, Buffer.alloc(512)]))
    await expect(restore(machine, broken)).rejects.toThrow(/is damaged/)
    expect(await stateOf(machine)).toEqual(before)
  })

  test('holds no key, and no file is made under its name before it is whole', async () => {
    const text = (await readFile(backup.path)).toString('latin1')
    const { session_secret, encryption_key } = JSON.parse(await readFile(join(server.dataDir, 'secrets.json'), 'utf8'))
    for (const secret of [session_secret, encryption_key]) expect(text).not.toContain(secret)
    await expect(back('at-work.tar')).rejects.toThrow('is there already')
    // A disk that is not mounted is no file to be made.
    await expect(back('not-mounted/')).rejects.toThrow(/^There is no folder .*not-mounted\.$/)
    await expect(back('not-mounted/a.tar')).rejects.toThrow(/^There is no folder .*not-mounted\.$/)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('the restore command', () => {
  test.skipIf(isPlainRun)(
    'refuses a shop or a running instance; --replace puts the backup in its place, files and all',
    {
      timeout: 240_000,
    },
    async () => {
      const machine = await emptyMachine()
      const other = await startTestServer({
        env: { DATA_DIR: machine.dataDir, DATABASE_URL: machine.url },
        beside: { dataDir: machine.dataDir, ctx: { config: { databaseUrl: machine.url } } } as TestServer,
      })
      await uploadMedia(other, await other.adminToken(), 'image', await picture('png'), { name: 'old' })
      await buildShopper(other)
      await expect(restore(machine, backup.path, { replace: true })).rejects.toThrow('The shop is running')
      await other.stop()
      const before = await stateOf(machine)
      await expect(restore(machine, backup.path)).rejects.toThrow('There is a shop in this database already')
      expect(await stateOf(machine)).toEqual(before)

      await restore(machine, backup.path, { replace: true })
      const restored = backup.manifest.entries.filter(({ name }) => name.startsWith('media/'))
      expect(await filesOf(machine.dataDir)).toEqual(
        Object.fromEntries(restored.map(({ name, sha256 }) => [name.replace('media/', ''), sha256])),
      )
      expect(await machine.db('users').count({ count: '*' }).first()).toEqual({
        count: backup.manifest.tables.find(({ name }) => name === 'users')?.rows,
      })
      const back = await startTestServer({
        beside: { dataDir: machine.dataDir, ctx: { config: { databaseUrl: machine.url } } } as TestServer,
      })
      expect((await back.request('/api/ready')).status).toBe(200)
      await back.stop()
    },
  )

  test.skipIf(isPlainRun)(
    'adds the later migrations to a backup of an earlier version (F8)',
    { timeout: 240_000 },
    async () => {
      const earlier = await createTestDatabase()
      const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-earlier-'))
      await rollback(earlier.db, 4)
      const { course_id } = await buildCourse(earlier.db)
      const { user_id } = await buildUser(earlier.db)
      const old = await makeBackup(
        { config: { ...server.ctx.config, dataDir }, databaseUrl: earlier.url, now: () => new Date() },
        join(folder, 'earlier.tar'),
      )
      expect(stepsOf(old.manifest.migrations)).toEqual((await listMigrations()).slice(0, -4))
      await earlier.drop()
      await rm(dataDir, { recursive: true, force: true })

      const machine = await emptyMachine()
      await restore(machine, old.path)
      expect(await pendingMigrations(machine.db)).toEqual([])
      expect(await machine.db('courses').pluck('course_id')).toEqual([course_id])
      expect(await machine.db('users').pluck('user_id')).toEqual([user_id])
    },
  )

  test.skipIf(isPlainRun)('refuses a backup of a later version and any other file', async () => {
    const machine = await emptyMachine()
    const later = join(folder, 'later.tar')
    const archive = await openArchive(later)
    await archive.finish({
      ...backup.manifest,
      version: '99.0.0',
      migrations: [...backup.manifest.migrations, '29990101000000_later'],
      entries: [],
    })
    await expect(restore(machine, later)).rejects.toThrow(
      /version 99.0.0, which is newer.*Restore it with that version/,
    )
    await expect(restore(machine, join(folder, 'none.tar'))).rejects.toThrow('There is no file')
    const text = join(folder, 'notes.txt')
    await writeFile(text, 'Not a backup. '.repeat(1_000))
    await expect(restore(machine, text)).rejects.toThrow('is not a backup of this shop')
  })

  test.each([
    ['99.1.0', 'Restore it with version 99.1.0'],
    [null, 'Restore it with the version that it had before, released after 2099-01-02'],
  ])('names the version whose schema a backup has, also after the way back, %s', async (version, advice) => {
    const { db, url, drop } = await createTestDatabase()
    await db('migrations').insert({ name: '20990102000000_later', version })
    const made = await makeBackup(
      { config: server.ctx.config, databaseUrl: url, now: () => new Date() },
      join(folder, `back-${version}.tar`),
    )
    await drop()
    const refused = await restore(await emptyMachine(), made.path).catch((error) => error.message)
    expect(refused).toContain(`on the schema of a later one (it knows 20990102000000_later)`)
    expect(refused).toContain(advice)
  })

  test.skipIf(isPlainRun)(
    'killed before its end, it has changed nothing, and goes through the next time',
    {
      timeout: 240_000,
    },
    async () => {
      const machine = await emptyMachine()
      const env = { DATABASE_URL: machine.url, DATA_DIR: machine.dataDir }
      expect(
        await runCommand('restore.ts', [backup.path], { ...env, FAILPOINT: 'restore:before-commit' }),
      ).toMatchObject({
        signal: 'SIGKILL',
      })
      expect(await machine.db.raw(`select to_regclass('public.users') as there`)).toMatchObject({
        rows: [{ there: null }],
      })
      expect(await runCommand('restore.ts', [backup.path], env)).toMatchObject({
        code: 0,
        output: expect.stringContaining('Restored'),
      })
      expect((await readdir(machine.dataDir)).sort()).toEqual(['media', 'secrets.json'])
    },
  )
})

describe('a backup that is killed (F1)', () => {
  test.skipIf(isPlainRun).each(['backup:before-media', 'backup:before-name'])(
    'at %s leaves no file under its name',
    { timeout: 240_000 },
    async (point) => {
      const env = { DATABASE_URL: String(server.ctx.config.databaseUrl), DATA_DIR: server.dataDir }
      const path = join(folder, `${point.replace(':', '-')}.tar`)
      expect(await runCommand('backup.ts', [path], { ...env, FAILPOINT: point })).toMatchObject({ signal: 'SIGKILL' })
      await expect(stat(path)).rejects.toThrow('ENOENT')
      expect(await runCommand('backup.ts', [path], env)).toMatchObject({ code: 0 })
      await checkArchive(path)
      expect(await runCommand('restore.ts', [path, '--check'], env)).toMatchObject({
        code: 0,
        output: expect.stringContaining('is whole'),
      })
    },
  )
})

describe('an encrypted backup', () => {
  const [ours, another] = ['ours', 'another'].map((name) => `${name}: thirty-two bytes and some more`)
  const withKeys = (keys: string) => readConfig({ DATA_DIR: server.dataDir, BACKUP_KEY: keys }).backupKeys
  const HEAD = 16 + 8 + 32
  const SEALED = 64 * 1024 + 16
  let path: string
  let manifest: Manifest

  beforeAll(async () => {
    await uploadMedia(server, token, 'video', video('mp4', 300_000), { file: 'long.mp4' })
    const config = { ...server.ctx.config, backupKeys: withKeys(`${ours}`) }
    const place = await mkdtemp(join(folder, 'sealed-'))
    const made = await makeBackup({ config, databaseUrl: String(config.databaseUrl), now: () => new Date() }, place)
    path = made.path
    manifest = made.manifest
    expect(path).toMatch(/Z\.tar\.enc$/)
    expect(await stat(path)).toMatchObject({ size: made.bytes })
  })

  test('says nothing without its key, is refused under another, and is restored with it, also when it is an old one', {
    timeout: 240_000,
  }, async () => {
    const text = (await readFile(path)).toString('latin1')
    for (const plain of ['database/', 'manifest.json', 'media/', 'ftyp']) expect(text).not.toContain(plain)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const machine = await emptyMachine()
    const before = await stateOf(machine)
    const restoreWith = (keys: string) =>
      restore({ ...machine, config: { ...machine.config, backupKeys: withKeys(keys) } }, path)
    await expect(restoreWith('')).rejects.toThrow('is encrypted. Set BACKUP_KEY to the key that it was made with.')
    await expect(restoreWith(`${another}`)).rejects.toThrow('was encrypted with another BACKUP_KEY')
    expect(await stateOf(machine)).toEqual(before)
    await restoreWith(`${another},${ours}`)
    expect(await machine.db('users').count({ count: '*' }).first()).toEqual({
      count: manifest.tables.find(({ name }) => name === 'users')?.rows,
    })
    const files = manifest.entries.filter(({ name }) => name.startsWith('media/'))
    expect(await filesOf(machine.dataDir)).toEqual(
      Object.fromEntries(files.map(({ name, sha256 }) => [name.replace('media/', ''), sha256])),
    )
  })

  test.skipIf(isPlainRun)('refuses changed bits, swapped chunks, and a cut between two chunks', async () => {
    const bytes = await readFile(path)
    const keys = withKeys(`${ours}`)
    const broken = join(folder, 'broken.tar.enc')
    const refusedAs = async (content: Buffer, why: RegExp) => {
      await writeFile(broken, content)
      await expect(checkArchive(broken, keys)).rejects.toThrow(why)
    }
    const chunk = (number: number) => bytes.subarray(HEAD + number * SEALED, HEAD + (number + 1) * SEALED)
    expect(bytes.length).toBeGreaterThan(HEAD + 3 * SEALED)
    await refusedAs(
      Buffer.concat([bytes.subarray(0, HEAD), chunk(1), chunk(0), bytes.subarray(HEAD + 2 * SEALED)]),
      /is damaged/,
    )
    for (const length of [HEAD, HEAD + 5, HEAD + SEALED, HEAD + 2 * SEALED, bytes.length - 1]) {
      await refusedAs(bytes.subarray(0, length), /is damaged/)
    }
    await refusedAs(Buffer.concat([bytes, chunk(0)]), /is damaged/)
    for (const place of [0, 20, 30, HEAD, HEAD + SEALED, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      await refusedAs(changed, /is damaged|is not a backup|another BACKUP_KEY/)
    }
    expect(await checkArchive(path, keys)).toMatchObject({ made_at: manifest.made_at })
  })

  test.skipIf(isPlainRun)(
    'is checked and opened by the command with the key of the settings',
    { timeout: 240_000 },
    async () => {
      const tar = join(folder, 'opened.tar')
      expect(await runCommand('restore.ts', [path, '--check'], {})).toMatchObject({
        code: 1,
        output: expect.stringMatching(/is encrypted\. Set BACKUP_KEY .*\nNothing was changed\./),
      })
      const env = { BACKUP_KEY: `${ours}` }
      expect(await runCommand('restore.ts', [path, '--check'], env)).toMatchObject({ code: 0 })
      expect(await runCommand('restore.ts', [path, '--decrypt', tar], env)).toMatchObject({ code: 0 })
      expect((await stat(tar)).mode & 0o777).toBe(0o600)
      expect(await checkArchive(tar)).toEqual(await checkArchive(path, withKeys(`${ours}`)))
    },
  )
})

test.skipIf(isPlainRun)(
  'the operator hears of an absent database and missing files, and then old backups stay',
  async () => {
    const env = {
      DATABASE_URL: String(server.ctx.config.databaseUrl),
      DATA_DIR: await mkdtemp(join(folder, 'elsewhere-')),
    }
    const path = join(folder, 'with a space.tar')
    expect(await runCommand('backup.ts', [path], env)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /\d files of the library were not where they belong, so they are not in it:\n {2}\/media\//,
      ),
    })
    await checkArchive(path)
    const away = { ...env, DATABASE_URL: 'postgres://skillhaat:x@127.0.0.1:1/skillhaat?connect_timeout=1' }
    for (const [file, args] of [
      ['backup.ts', [join(folder, 'away.tar')]],
      ['restore.ts', [path]],
    ] as const) {
      expect(await runCommand(file, [...args], away)).toMatchObject({
        code: 1,
        output: expect.stringContaining('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.'),
      })
    }
  },
)

test.skipIf(isPlainRun)('a backup and a restore leave foreign tables alone', async () => {
  const machine = await emptyMachine()
  await machine.db.raw('create table somebody_elses (note text)')
  await machine.db('somebody_elses').insert({ note: 'kept' })
  await restore(machine, backup.path)
  await restore(machine, backup.path, { replace: true })
  expect(await machine.db('somebody_elses').pluck('note')).toEqual(['kept'])
  const { manifest } = await makeBackup({ ...machine, now: () => new Date() }, join(folder, 'shared.tar'))
  expect(manifest.tables.map(({ name }) => name)).not.toContain('somebody_elses')
})

test.skipIf(isPlainRun)(
  'a version before the last step backs up the later schema, and this version restores it',
  {
    timeout: 240_000,
  },
  async () => {
    const [root, earlier] = [fileURLToPath(new URL('../../../../../', import.meta.url)), join(folder, 'earlier')]
    const steps = await listMigrations()
    const last = `${steps.at(-1)}.ts`
    await cp(join(root, 'migrations'), join(earlier, 'migrations'), { recursive: true })
    const made = /create table (\w+)/.exec(await readFile(join(earlier, 'migrations', last), 'utf8'))?.[1]
    await rm(join(earlier, 'migrations', last))
    await cp(join(root, 'server/src'), join(earlier, 'server/src'), { recursive: true })
    for (const name of ['package.json', 'node_modules']) await symlink(join(root, name), join(earlier, name))
    const machine = await emptyMachine()
    await restore(machine, backup.path)
    await machine.db.raw('create table somebody_elses (note text)')
    const env = { DATABASE_URL: machine.url, DATA_DIR: machine.dataDir }
    const path = join(folder, 'way-back.tar')
    const program = join(earlier, 'server/src/serve/commands/backup.ts')
    expect(await runCommand(program, [path], env)).toMatchObject({ code: 0 })
    const { migrations, tables } = await checkArchive(path)
    expect(stepsOf(migrations)).toEqual(steps)
    if (made) expect(tables.map(({ name }) => name)).toContain(made)

    const other = await emptyMachine()
    await restore(other, path, { nothingSince: true })
    const again = await makeBackup({ ...other, now: () => new Date() }, join(folder, 'way-back-again.tar'))
    const ours = (all: Manifest['tables']) =>
      all
        .filter(({ schema, name }) => schema === 'public' && name !== 'somebody_elses')
        .map(({ name, sha256 }) => `${name} ${sha256}`)
        .sort()
    expect(ours(again.manifest.tables)).toEqual(ours(tables))
  },
)

test('every table that the steps make is known as ours', async () => {
  const { rows } = await server.db.raw(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const names = rows.map(({ name }: { name: string }) => name).filter((name: string) => name !== 'migrations')
  expect(names.sort()).toEqual((await listOwnTables()).filter((name) => names.includes(name)).sort())
})
