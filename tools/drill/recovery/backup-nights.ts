import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Knex } from 'knex'
import { environmentOf } from '../../../server/test/program.ts'
import { createRandom } from '../money/random.ts'
import { MB, runCommand } from '../processes.ts'
import { type Drill, type Place, withPlace } from '../shop.ts'

type Shop = { DATABASE_URL: string; DATA_DIR: string }
type Stage = { place: Place; shop: Shop; db: Knex; restored: Shop; folder: string }

const FILES = 20
const SMALL_MB = 10
/** Full-disk folders are file systems in memory, which root may mount. */
const FULL_MB = 64

/**
 * Kills backups at random moments and restores after each, makes `runs` nights over a library of `megabytes`, and lets a
 * disk run full. Prints what was written and what stays.
 */
export function drillNights({ site, runs, seed, megabytes, random: kills }: Drill): Promise<string[]> {
  return withPlace(async (place) => {
    const databases = await place.databases(site)
    const [shop, restored] = [
      { DATABASE_URL: await databases.create('nights'), DATA_DIR: join(place.folder, 'shop') },
      { DATABASE_URL: await databases.create('nights_restored'), DATA_DIR: join(place.folder, 'restored') },
    ]
    await runCommand('migrate.ts', [], shop)
    const folder = join(place.folder, 'backups')
    await mkdir(folder)
    const stage = { place, shop, restored, folder, db: place.open(shop.DATABASE_URL) }
    for (let n = 0; n < FILES; n++) await addFile(stage, SMALL_MB * MB)
    return [
      ...(await killAtRandom(stage, { kills, seed })),
      ...(await fullDisk(stage)),
      ...(await nights(stage, { count: runs, bytes: megabytes * MB })),
    ]
  })
}

/** Adds a file of random bytes at its ends and zeros between, which a copy writes in full. */
async function addFile({ shop, db }: Stage, bytes: number): Promise<void> {
  const media_id = randomBytes(16).toString('hex')
  const path = join(shop.DATA_DIR, 'media', media_id)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const file = await open(join(path, 'film.mp4'), 'wx', 0o600)
  await file.write(randomBytes(1024))
  await file.close()
  await truncate(join(path, 'film.mp4'), bytes)
  const row = { media_id, kind: 'video', name: 'film.mp4', url: `/media/${media_id}/film.mp4`, bytes }
  await db('media').insert({ ...row, sha256: randomBytes(32).toString('hex') })
}

async function removeOldest({ shop, db }: Stage): Promise<void> {
  const { media_id } = await db('media').orderBy(['created_at', 'media_id']).first('media_id')
  await db('media').where({ media_id }).delete()
  await rm(join(shop.DATA_DIR, 'media', media_id), { recursive: true })
}

async function killAtRandom(stage: Stage, { kills, seed }: { kills: number; seed: number }): Promise<string[]> {
  const { folder, shop } = stage
  const random = createRandom(seed)
  const failures: string[] = []
  const first = await runCommand('backup.ts', [folder, '--keep', '2'], shop)
  if (first.code !== 0) return [`the first backup ended with ${first.code}: ${first.output}`]
  // The first one copied everything.
  await addFile(stage, SMALL_MB * MB)
  const usual = await runCommand('backup.ts', [folder, '--keep', '2'], shop)
  const moments: number[] = []
  for (let run = 0; moments.length < kills && run < 2 * kills; run++) {
    await addFile(stage, SMALL_MB * MB)
    const ms = random.below(Math.ceil(usual.seconds * 1000))
    if ((await killed(folder, shop, ms)) !== 'SIGKILL') continue
    moments.push(ms)
    failures.push(...(await restores(stage, `killed after ${ms} ms`)))
  }
  const last = await runCommand('backup.ts', [folder, '--keep', '2'], shop)
  if (last.code !== 0) failures.push(`the backup after the kills ended with ${last.code}: ${last.output}`)
  const left = (await readdir(folder, { recursive: true })).filter((name) => /\.part$|half-/.test(name))
  if (left.length > 0) failures.push(`the backup after the kills left ${left.join(', ')}`)
  failures.push(...(await restores(stage, 'after the kills')))
  console.log(
    `${moments.length} backups killed after ms: ${moments.join(', ')}; the newest visible one restored after each`,
  )
  return failures
}

async function killed(folder: string, shop: Shop, ms: number): Promise<string | null> {
  const path = fileURLToPath(new URL('../../../server/src/serve/commands/backup.ts', import.meta.url))
  const env = environmentOf(shop)
  const child = spawn(process.execPath, [path, folder, '--keep', '2'], { env, stdio: 'ignore' })
  const ended = once(child, 'close')
  await Promise.race([ended, sleep(ms)])
  child.kill('SIGKILL')
  const [, signal] = await ended
  return signal
}

/** Checks every visible backup, and restores the newest. */
async function restores({ folder, restored }: Stage, when: string): Promise<string[]> {
  const failures: string[] = []
  const names = (await readdir(folder)).filter((name) => name.endsWith('.backup')).toSorted()
  for (const name of names) {
    const { code, output } = await runCommand('restore.ts', [join(folder, name), '--check'], restored)
    if (code !== 0) failures.push(`${when}: ${name} is not whole: ${output}`)
  }
  const { code, output } = await runCommand('restore.ts', [folder, '--replace', '--nothing-since'], restored)
  return code === 0 ? failures : [...failures, `${when}: no restore: ${output}`]
}

async function nights(stage: Stage, { count, bytes }: { count: number; bytes: number }): Promise<string[]> {
  const { folder, shop } = stage
  const failures: string[] = []
  await rm(folder, { recursive: true })
  await mkdir(folder)
  const present = Number((await stage.db('media').sum({ bytes: 'bytes' }).first())?.bytes)
  for (let n = 0; n < FILES; n++) await addFile(stage, Math.max(MB, Math.floor((bytes - present) / FILES)))
  const library = Number((await stage.db('media').sum({ bytes: 'bytes' }).first())?.bytes)
  let written = 0
  let [firstSeconds, otherSeconds, memory] = [0, 0, 0]
  const known = new Set<string>()
  for (let night = 0; night < count; night++) {
    if (night > 0) {
      await addFile(stage, SMALL_MB * MB)
      await removeOldest(stage)
    }
    const made = await runCommand('backup.ts', [folder, '--keep', String(count)], shop)
    if (made.code !== 0) failures.push(`night ${night + 1} ended with ${made.code}: ${made.output}`)
    if (night === 0) firstSeconds = made.seconds
    else otherSeconds += made.seconds
    memory = Math.max(memory, made.memoryMb)
    for (const entry of await sizes(folder)) if (!known.has(entry.name)) written += entry.bytes
    for (const { name } of await sizes(folder)) known.add(name)
  }
  const kept = (await sizes(folder)).reduce((all, entry) => all + entry.bytes, 0)
  const gb = (count: number) => (count / 1e9).toFixed(2)
  console.log(
    `${count} nights over a library of ${gb(library)} GB: ${gb(written)} GB written, ${gb(kept)} GB in the folder (${gb(library * count)} GB in one file each night)`,
  )
  console.log(
    `first night ${firstSeconds.toFixed(1)} s, later ones ${(otherSeconds / Math.max(1, count - 1)).toFixed(1)} s, at most ${Math.round(memory)} MB of memory`,
  )
  await runCommand('backup.ts', [folder, '--keep', '2'], shop)
  const two = (await sizes(folder)).reduce((all, entry) => all + entry.bytes, 0)
  console.log(`after --keep 2: ${gb(two)} GB in the folder`)
  if (kept > library + count * 2 * SMALL_MB * MB) failures.push(`the folder holds ${gb(kept)} GB`)
  return [...failures, ...(await restores(stage, 'after the nights'))]
}

async function sizes(folder: string): Promise<{ name: string; bytes: number }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (name) => ({ name, bytes: (await stat(name)).size })))
}

/** Lets a disk run full before a backup, during its database and between two files of its library. */
async function fullDisk(stage: Stage): Promise<string[]> {
  const { place, shop } = stage
  if (process.getuid?.() !== 0) {
    console.log('a full disk was not tried: only root mounts one')
    return []
  }
  const failures: string[] = []
  const run = promisify(execFile)
  // More than it has; no room for the file itself; no room for another name, which free bytes do not show.
  for (const [how, options, args] of [
    ['too little for the library', `size=${FULL_MB}m`, []],
    ['too little for the database', 'size=24k', ['--no-media']],
    ['full between two files', 'size=2g,nr_inodes=24', []],
  ] as const) {
    const disk = join(place.folder, `full-${how.replaceAll(' ', '-')}`)
    await mkdir(disk)
    await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])
    place.atEnd(() => run('umount', [disk]).catch(() => {}))
    await (await open(join(disk, 'skillhaat-2026-01-01T00-00-00Z.backup'), 'w')).close()
    const before = (await readdir(disk, { recursive: true })).filter((name) => name !== 'media').join()
    const { code, output } = await runCommand('backup.ts', [disk, '--keep', '2', ...args], shop)
    const files = await readdir(disk, { recursive: true, withFileTypes: true })
    const after = files.filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS').map(({ name }) => name)
    console.log(`${how}: exit ${code}, ${output.split('\n').at(-1)}`)
    if (code !== 1 || !/There is no room for the backup/.test(output)) failures.push(`${how}: exit ${code}, ${output}`)
    if (after.join() !== before) failures.push(`${how}: the disk holds ${after.join()}`)
    await run('umount', [disk])
  }
  return failures
}
