import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from 'contract/indian-time'

/** Another machine's processes are invisible here: their folders expire at this age. */
const FOREIGN_FOLDER_MS = 2 * DAY_MS

const host =
  hostname()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 60) || 'host'

/** Returns a folder name that identifies machine and process. */
export function nameTempFolder(): string {
  return `${host}-${process.pid}-${randomBytes(6).toString('hex')}`
}

/** Removes the folders below `uploads` whose process has ended. */
export async function sweepTempFolders(uploads: string): Promise<void> {
  for (const name of await readdir(uploads)) {
    const path = join(uploads, name)
    if (await isLeftover(name, path)) await rm(path, { recursive: true, force: true })
  }
}

async function isLeftover(name: string, path: string): Promise<boolean> {
  const [owner, pidText] = name.split('-')
  const pid = Number(pidText)
  const folder = await stat(path).catch(() => undefined)
  if (!folder) return false
  if (owner === host && pid === process.pid) return folder.mtimeMs < performance.timeOrigin
  if (owner === host && !isRunning(pid)) return true
  return Date.now() - folder.mtimeMs > FOREIGN_FOLDER_MS
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
