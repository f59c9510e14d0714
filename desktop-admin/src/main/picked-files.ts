import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, opendir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { FileKind, PickedFile } from '../bridge.ts'
import { jsonFile } from './settings-file.ts'

const IMAGES = ['.jpg', '.jpeg', '.png', '.gif', '.webp']
const VIDEOS = ['.mp4', '.m4v', '.webm', '.ogg', '.ogv', '.mov', '.qt', '.mkv', '.3gp', '.3g2', '.avi']
const SOUNDS = ['.mp3', '.m4a', '.wav', '.flac', '.oga', '.opus']
const PAPERS = ['.pdf', '.docx', '.xlsx', '.pptx', '.odt', '.ods', '.odp', '.csv', '.txt', '.md', '.markdown']
const OTHERS = ['.zip', '.psd', '.psb', '.ai', '.sketch', '.svg', '.vtt', '.srt']
export const extensionsOf: Record<FileKind, readonly string[]> = {
  image: IMAGES,
  video: VIDEOS,
  media: [...IMAGES, ...VIDEOS, ...SOUNDS, ...PAPERS, ...OTHERS],
  // No filter.
  any: [],
}

/** A folder with more files was picked by mistake. */
export const MAX_PICKED = 5_000
const MAX_DEPTH = 20
/** Limit of inspected entries: a folder may have more of other types. */
const MAX_LOOKED_AT = 20 * MAX_PICKED
/** Limit of remembered files; the oldest are dropped. */
const MAX_KNOWN = 4 * MAX_PICKED

const Known = z.object({
  id: z.uuid(),
  path: z.string(),
  folder: z.string(),
  size: z.number(),
  modified_at: z.number(),
})
type Known = z.output<typeof Known>

/**
 * Manages files that the owner picked or dropped. Only the main process knows their paths; the page has unguessable ids
 * that are useless elsewhere. The list is stored on disk, so that a queue continues after a restart of the app.
 */
export function pickedFiles(path: string, mostLookedAt = MAX_LOOKED_AT) {
  const file = jsonFile(path, z.array(Known))
  const known = new Map<string, Known>((file.read() ?? []).map((entry) => [entry.id, entry]))
  const store = () => file.keep([...known.values()])

  async function add(paths: readonly string[], kind: FileKind): Promise<PickedFile[]> {
    const found: Known[] = []
    const walk: Walk = { kind, found, left: mostLookedAt }
    for (const input of paths) await collect(input, '', walk, 0)
    for (const entry of found) known.set(entry.id, entry)
    for (const id of [...known.keys()].slice(0, Math.max(0, known.size - MAX_KNOWN))) known.delete(id)
    if (found.length > 0) store()
    return found.map(shown)
  }

  return {
    add,
    async find(id: string): Promise<PickedFile | null> {
      const entry = known.get(id)
      const now = entry && (await factsOf(entry.path))
      // The current state: the queue compares it with the state at its start.
      return entry && now ? shown({ ...entry, ...now }) : null
    },
    forget(ids: readonly string[]): void {
      const gone = ids.filter((id) => known.delete(id))
      if (gone.length > 0) store()
    },
    /**
     * Streams bytes from `start` to `end` (exclusive), never a whole file in memory. Returns undefined for an unknown
     * id, a missing file, and a file that has changed since it was picked.
     */
    async open(id: string, start = 0, end = Number.POSITIVE_INFINITY) {
      const entry = known.get(id)
      const now = entry && (await factsOf(entry.path))
      if (!entry || !now || now.size !== entry.size || now.modified_at !== entry.modified_at) return undefined
      const last = Math.min(end, entry.size)
      // Opened on the first read: a HEAD request would never close it.
      const stream = () => (start >= last ? Readable.from([]) : createReadStream(entry.path, { start, end: last - 1 }))
      return { size: entry.size, start, end: last, stream }
    },
  }
}

export type PickedFiles = ReturnType<typeof pickedFiles>

async function factsOf(path: string): Promise<{ size: number; modified_at: number } | undefined> {
  const facts = await stat(path).catch(() => undefined)
  return facts?.isFile() ? { size: facts.size, modified_at: Math.trunc(facts.mtimeMs) } : undefined
}

/** `left`: remaining entries to inspect. */
type Walk = { kind: FileKind; found: Known[]; left: number }

// Links below a picked folder are not followed: they could form circles, or lead to other files.
async function collect(path: string, folder: string, walk: Walk, depth: number): Promise<void> {
  const { kind, found } = walk
  if (found.length >= MAX_PICKED || depth > MAX_DEPTH || walk.left-- <= 0) return
  const facts = await (depth === 0 ? stat(path) : lstat(path)).catch(() => undefined)
  if (facts?.isDirectory()) {
    const below = `${folder}${basename(path)}/`
    for (const name of await namesIn(path, walk.left)) await collect(join(path, name), below, walk, depth + 1)
    return
  }
  if (!facts?.isFile()) return
  // A file picked by name is accepted, and the server checks it; from a folder only matching types are.
  if (depth > 0 && kind !== 'any' && !extensionsOf[kind].includes(extname(path).toLowerCase())) return
  found.push({ id: randomUUID(), path, folder, size: facts.size, modified_at: Math.trunc(facts.mtimeMs) })
}

/** Lists a folder by name, at most `most` entries; empty if it cannot be read. */
async function namesIn(path: string, most: number): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(path)) if (names.push(name) >= most) break
  } catch {}
  return names.filter((name) => !name.startsWith('.')).sort()
}

function shown({ id, path, folder, size, modified_at }: Known): PickedFile {
  return { id, name: basename(path), size, modified_at, folder }
}
