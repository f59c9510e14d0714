import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { picture } from '../../../test/upload-files.ts'
import type { Context } from '../../context.ts'
import { insertBackup } from '../backup-log/backup-log.queries.ts'
import { checkArchive } from '../commands/backup/read-archive.ts'
import { backUpTonight, watchBackups } from './backups.jobs.ts'

let allowed: string
let server: TestServer
let owner: ReturnType<TestServer['api']>

beforeAll(async () => {
  allowed = await mkdtemp(join(tmpdir(), 'skillhaat-nights-'))
  server = await startTestServer({ env: { BACKUP_FOLDERS: allowed }, work: false })
  const token = await server.adminToken()
  owner = server.api(token)
  await uploadMedia(server, token, 'image', await picture('png'))
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(allowed, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const table of ['backups', 'backup_plan', 'owner_alerts']) await server.db(table).delete()
})

const at = (moment: string): Context => ({ ...server.ctx, now: () => new Date(moment) })
const turnOn = (folder: string | null, store = 2) => owner.backups.setPlan({ body: { plan: { folder, keep: store } } })
const backupsIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort()

test('the night makes one backup among all instances and retains the newest', async () => {
  const folder = join(allowed, 'shop')
  expect(await turnOn(folder)).toMatchObject({ plan: { folder, keep: 2 }, backup: { last_at: null } })
  for (const day of ['20', '21', '22']) {
    const night = at(`2026-11-${day}T21:00:10Z`)
    await Promise.all([backUpTonight(night), backUpTonight(night)])
    // The next round of the same night does nothing.
    await backUpTonight(at(`2026-11-${day}T21:15:10Z`))
  }
  expect(await backupsIn(folder)).toEqual([
    'skillhaat-2026-11-21T21-00-10Z.backup',
    'skillhaat-2026-11-22T21-00-10Z.backup',
  ])
  const manifest = await checkArchive(join(folder, 'skillhaat-2026-11-22T21-00-10Z.backup'))
  expect(manifest.library).toHaveLength(1)
  expect((await owner.backups.get({})).backup).toMatchObject({ ok: true, last_at: '2026-11-22T21:00:10.000Z' })
  expect(await server.db('backups').count({ total: '*' }).first()).toEqual({ total: 3 })
  await owner.backups.setPlan({ body: { plan: null } })
  await backUpTonight(at('2026-11-23T21:00:10Z'))
  expect(await backupsIn(folder)).toHaveLength(2)
})

test('a night that fails is recorded with its reason, and shown', async () => {
  const folder = join(allowed, 'unplugged')
  await turnOn(folder)
  await rm(folder, { recursive: true })
  await symlink(tmpdir(), folder)
  await backUpTonight(at('2026-11-20T21:00:10Z'))
  expect((await owner.backups.get({})).backup).toMatchObject({
    ok: false,
    message: 'This folder leads to another place',
  })
  await rm(folder)
})

test('a folder outside of the operator’s, a link out of them and the library are refused', async () => {
  await symlink(tmpdir(), join(allowed, 'out'))
  const library = join(server.dataDir, 'media', 'backups')
  for (const folder of [
    '/etc/cron.d',
    'backups',
    `${allowed}/../elsewhere`,
    `${allowed}-beside`,
    join(allowed, 'out'),
    library,
    // The files of this shop are in no bucket.
    null,
  ])
    await expect(turnOn(folder), String(folder)).rejects.toMatchObject({ status: 422 })
  expect(await server.db('backup_plan')).toEqual([])
  await rm(join(allowed, 'out'))
})

test.skipIf(process.getuid?.() === 0)('a folder that cannot be written to is refused', async () => {
  const folder = join(allowed, 'closed')
  await mkdir(folder)
  await chmod(folder, 0o500)
  await expect(turnOn(folder)).rejects.toMatchObject({ status: 422 })
})

test('only an owner reads and changes the nightly backup', async () => {
  for (const role of ['editor', 'support', 'finance'] as const) {
    const other = server.api(await server.adminToken(role))
    await expect(other.backups.get({})).rejects.toMatchObject({ status: 403 })
    await expect(other.backups.setPlan({ body: { plan: null } })).rejects.toMatchObject({ status: 403 })
  }
})

test('owners get one email a day while the last good backup is two days old, and none in a demo', async () => {
  const alerts = () => server.db('owner_alerts').where({ kind: 'backup_old' }).pluck('alert_key')
  const good = { started_at: '2026-11-20T21:00:00Z', finished_at: '2026-11-20T21:01:00Z', ok: true, size_bytes: 1 }
  await insertBackup(server.db, { ...good, message: 'Backed up', place: '/backups' })
  await watchBackups(at('2026-11-25T10:00:00Z'))
  expect(await alerts()).toEqual([])
  await turnOn(join(allowed, 'shop'))
  await watchBackups(at('2026-11-22T20:00:00Z'))
  expect(await alerts()).toEqual([])
  for (const hour of ['22:00', '23:00']) await watchBackups(at(`2026-11-22T${hour}:00Z`))
  expect(await alerts()).toEqual(['backup_old:2026-11-23'])
  await watchBackups(at('2026-11-23T20:00:00Z'))
  expect(await alerts()).toHaveLength(2)
  await insertBackup(server.db, {
    ...good,
    finished_at: '2026-11-23T21:01:00Z',
    message: 'Backed up',
    place: '/backups',
  })
  await watchBackups(at('2026-11-24T20:00:00Z'))
  expect(await alerts()).toHaveLength(2)
})
