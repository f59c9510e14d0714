import { createHash } from 'node:crypto'
import { mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * Returns the folder of a test PostgreSQL: in memory on machines with plenty, else below `.cache`. A run creates and
 * drops hundreds of databases with many files, which costs an eighth of its processor time on a disk.
 */
export function databaseFolder(name: string): string {
  if (process.platform !== 'linux' || !hasMemory()) return join(root, '.cache', name)
  // Each checkout has its own server.
  const folder = join(MEMORY, `skillhaat-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED_BYTES && process.availableMemory() > 2 * NEEDED_BYTES
  } catch {
    return false
  }
}
