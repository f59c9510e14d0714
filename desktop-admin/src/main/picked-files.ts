import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, opendir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { FileKind, PickedFile } from '../bridge.ts'
import { jsonFile } from './settings-file.ts'

const IMAGES = ['.jpg', '.jpeg', '.png', '.gif', '.webp']
const VIDEOS = ['.mp4', '.m4v', '.webm', '.ogg', '.ogv']
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

/** A folder of a hundred thousand files is a slip of the hand. */
export const MAX_PICKED = 5_000
const MAX_DEPTH = 20
/** So much is looked at: a folder may hold more of what does not fit. */
const MAX_LOOKED_AT = 20 * MAX_PICKED
/** So many are remembered over all; the oldest make room. */
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
 * The files the owner has picked or dropped. Only the main process knows their paths; the page holds ids that cannot be
 * guessed and lead nowhere else. They are written down, so that a queue goes on after a restart of the app.
 */
export function pickedFiles(path: string, mostLookedAt = MAX_LOOKED_AT) {
  const file = jsonFile(path, z.array(Known))
  const known = new Map<string, Known>((file.read() ?? []).map((entry) => [entry.id, entry]))
  const keep = () => file.keep([...known.values()])

  async function add(paths: readonly string[], kind: FileKind): Promise<PickedFile[]> {
    const found: Known[] = []
    const walk: Walk = { kind, found, left: mostLookedAt }
    for (const given of paths) await collect(given, '', walk, 0)
    for (const entry of found) known.set(entry.id, entry)
    for (const id of [...known.keys()].slice(0, Math.max(0, known.size - MAX_KNOWN))) known.delete(id)
    if (found.length > 0) keep()
    return found.map(shown)
  }

  return {
    add,
    async find(id: string): Promise<PickedFile | null> {
      const entry = known.get(id)
      const now = entry && (await factsOf(entry.path))
      // As it is now: the queue compares it with what it began to send.
      return entry && now ? shown({ ...entry, ...now }) : null
    },
    forget(ids: readonly string[]): void {
      const gone = ids.filter((id) => known.delete(id))
      if (gone.length > 0) keep()
    },
    /**
     * Bytes from `start` up to but not with `end`, as a stream: never a whole file in memory. Undefined for an unknown id, a
     * file that is gone, and one that is no longer the file that was picked.
     */
    async open(id: string, start = 0, end = Number.POSITIVE_INFINITY) {
      const entry = known.get(id)
      const now = entry && (await factsOf(entry.path))
      if (!entry || !now || now.size !== entry.size || now.modified_at !== entry.modified_at) return undefined
      const last = Math.min(end, entry.size)
      // Opened once somebody reads: of who asks for the head alone nobody would close it.
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

/** `left`: so many entries may still be looked at. */
type Walk = { kind: FileKind; found: Known[]; left: number }

// Links are not followed below a picked folder: it could lead in circles, or to files nobody meant.
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
  // What was picked by name is taken as it is, and the server says what is wrong with it; of a folder only what fits.
  if (depth > 0 && kind !== 'any' && !extensionsOf[kind].includes(extname(path).toLowerCase())) return
  found.push({ id: randomUUID(), path, folder, size: facts.size, modified_at: Math.trunc(facts.mtimeMs) })
}

/** What lies in a folder, by name, and no more than `most`; nothing of one that may not be read. */
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
