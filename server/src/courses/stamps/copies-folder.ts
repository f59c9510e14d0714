import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { isLiving } from '../../shop/users/users.queries.ts'

/** A copy unused for this long is made again on demand. */
const UNUSED_MS = 7 * DAY_MS
/** Bounds all copies; beyond it the least recently used go first. */
const MAX_BYTES = 2 * 1024 ** 3

/** Returns the folder of copies, with one per student, named by `users.id`. */
export const copiesFolder = ({ dataDir }: Pick<Context['config'], 'dataDir'>): string => join(dataDir, 'stamped')

/** Removes every copy with this student's (`users.id`) email. Safe to repeat. */
export async function forgetCopies({ config }: Pick<Context, 'config'>, userId: number): Promise<void> {
  await rm(join(copiesFolder(config), String(userId)), { recursive: true, force: true })
}

type Copy = { path: string; bytes: number; wantedAt: number }

/** Removes copies that are old, beyond the bound, or of deleted accounts, including those made during a deletion. */
export async function sweepCopies(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { maxBytes = MAX_BYTES }: { maxBytes?: number } = {},
): Promise<void> {
  const root = copiesFolder(config)
  const copies: Copy[] = []
  for (const student of (await namesIn(root)).filter((name) => /^\d+$/.test(name))) {
    if (await isLiving(db, Number(student))) copies.push(...(await copiesIn(join(root, student))))
    else await forgetCopies({ config }, Number(student))
  }
  let bytes = 0
  for (const copy of copies.sort((a, b) => b.wantedAt - a.wantedAt)) {
    bytes += copy.bytes
    // Files have the machine's time.
    if (bytes > maxBytes || Date.now() - copy.wantedAt > UNUSED_MS) await rm(copy.path, { force: true })
  }
}

async function copiesIn(folder: string): Promise<Copy[]> {
  const found = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const path = join(folder, name)
      const seen = await stat(path).catch(() => undefined)
      return seen ? [{ path, bytes: seen.size, wantedAt: seen.mtimeMs }] : []
    }),
  )
  return found.flat()
}

const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
