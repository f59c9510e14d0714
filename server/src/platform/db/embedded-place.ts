import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DATA_DIR_MODE } from '../../config.ts'
import type { RunAs } from './run-program.ts'

export interface Place {
  /** Holds the cluster, the passwords, the lock, the users and the server's log. */
  folder: string
  runAs: RunAs
  /** The wanted folder, when it could not be used. */
  insteadOf?: string
}

/**
 * Returns folder and user of the embedded database of `dataDir`. PostgreSQL refuses root, so root uses `postgres`, else
 * `nobody`. An unreachable folder, or one without permissions, is replaced by a fixed one in the system's state or
 * temporary folder.
 */
export async function findPlace(dataDir: string): Promise<Place> {
  const wanted = resolve(dataDir, 'postgres')
  const runAs = await findUser(join(wanted, 'cluster'))
  await mkdir(wanted, { recursive: true, mode: DATA_DIR_MODE })
  await closeToOthers(wanted, runAs)
  if (await isUsable(wanted, runAs)) return { folder: await realpath(wanted), runAs }
  const name = createHash('sha256')
    .update(await realpath(wanted))
    .digest('hex')
    .slice(0, 16)
  for (const state of stateFolders()) {
    const folder = join(state, name)
    try {
      await mkdir(folder, { recursive: true, mode: DATA_DIR_MODE })
      await closeToOthers(folder, runAs)
      const isOurs = (await stat(state)).uid === (process.getuid?.() ?? 0)
      if (isOurs && (await isUsable(folder, runAs))) return { folder: await realpath(folder), runAs, insteadOf: wanted }
    } catch {
      // This folder is not writable: try the next one.
    }
  }
  throw new Error(`The user that runs PostgreSQL cannot reach ${wanted}: set DATA_DIR to a folder open to it.`)
}

/** Lists system folders that outlive the process, the most lasting first. */
export function stateFolders(): string[] {
  const ownUser = process.getuid?.()
  const lasting = ownUser === 0 ? '/var/lib' : join(homedir(), '.local/state')
  return [join(lasting, 'skillhaat'), join(tmpdir(), `skillhaat-${ownUser ?? ''}`)]
}

async function findUser(cluster: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {}
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody: set DATABASE_URL.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

async function isUsable(folder: string, runAs: RunAs): Promise<boolean> {
  return (await canReach(folder, runAs)) && (await supportsPermissions(folder, runAs))
}

/** Reads the permission bits of every parent folder: this process cannot become that user. */
async function canReach(folder: string, { uid, gid }: RunAs): Promise<boolean> {
  if (uid === undefined) return true
  for (let current = await realpath(folder); ; current = dirname(current)) {
    const { mode, uid: owner, gid: group } = await stat(current)
    const needed = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & needed) === 0) return false
    if (current === dirname(current)) return true
  }
}

/** Checks that the file system can close a folder to others, which PostgreSQL requires. */
async function supportsPermissions(folder: string, runAs: RunAs): Promise<boolean> {
  if (process.platform === 'win32') return true
  const probe = join(folder, `probe-${process.pid}`)
  await mkdir(probe, { recursive: true })
  try {
    await giveTo(probe, runAs)
    await chmod(probe, 0o700)
    const { mode, uid } = await stat(probe)
    return (mode & 0o777) === 0o700 && (runAs.uid === undefined || uid === runAs.uid)
  } catch {
    return false
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
}

/** Leaves the folder open to its owner alone, and as root to the server's group, which passes through to the cluster. */
async function closeToOthers(folder: string, { uid, gid }: RunAs): Promise<void> {
  const owner = (await stat(folder)).uid
  try {
    if (uid === undefined || gid === undefined) return await chmod(folder, 0o700)
    await chown(folder, owner, gid)
    await chmod(folder, 0o710)
  } catch {
    // The folder is another user's, or its file system has no permissions: `isUsable` decides.
  }
}

/** Makes the server's user the owner. */
export async function giveTo(path: string, { uid, gid }: RunAs): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}
