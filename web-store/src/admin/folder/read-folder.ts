import type { QueryClient } from '@tanstack/react-query'
import { Course } from 'contract/courses/courses'
import { type DecodedText, decodeText } from 'contract/decode-text'
import { CUT_OFF_MESSAGE, canBegin, isWholeMp4, SIGNATURE_BYTES } from 'contract/media/beginnings'
import { claimedKind, type MediaKind, mediaKinds } from 'contract/media/kinds'
import { adminClient } from '../host/admin-api.ts'
import type { PickedFile } from '../host/platform.tsx'
import { uploadLimitsQuery } from '../media/media.queries.ts'
import { hashInWorker } from '../media/queue/worker-hash.ts'
import { type CourseFiles, courseFilesOf, idsOfFolder, plainText } from './course-files.ts'
import { filesOf } from './folder-apply.ts'
import { type FolderFile, folderOf } from './folder-files.ts'
import type { Part } from './folder-lessons.ts'
import { type FolderPlan, planFolder, type StoredLesson } from './folder-plan.ts'

/** Scripts that one of the offered languages is written in. */
const SCRIPTS: readonly (readonly [letters: RegExp, language: string])[] = [
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Arabic}/u, 'ur'],
]
/** Hindi and Marathi share a script, not these words and this letter. */
const MARATHI = /ळ|(?:^|\P{L})(?:आहे|आहेत|आणि|नाही|मध्ये|तुम्ही|आपण)(?!\p{L}|\p{M})/gu
const HINDI = /(?:^|\P{L})(?:है|हैं|और|नहीं|में|आप|हम|का|की)(?!\p{L}|\p{M})/gu

/** The language that most letters of some subtitles are in; undefined for Latin ones, which may be any. */
export function languageOfText(text: string): string | undefined {
  const counts = new Map<string | undefined, number>()
  for (const [letter] of text.matchAll(/\p{L}/gu)) {
    const language = SCRIPTS.find(([letters]) => letters.test(letter))?.[1]
    counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const language = [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
  const isMarathi = language === 'hi' && count(text, MARATHI) > count(text, HINDI)
  return isMarathi ? 'mr' : language
}

const count = (text: string, words: RegExp) => [...text.matchAll(words)].length

/** Texts of a course are no longer than a part of it. */
const MOST_TEXT_BYTES = 100_000

/** Languages of subtitles by their script, and the reason why the shop would refuse the content. */
type FileFacts = Pick<FolderFile, 'language' | 'problem'>

/** A folder as it was read, with what of it the course has already. */
export type ReadFolder = {
  folder: string
  /** Its files by path, without those that are about the course itself. */
  sources: ReadonlyMap<string, PickedFile>
  largest: Partial<Record<MediaKind, number>>
  lessons: readonly StoredLesson[]
  known: ReadonlyMap<string, string>
  /** Facts of the content of files, by path. */
  facts: ReadonlyMap<string, FileFacts>
  page: { cover: PickedFile | undefined; description: string; readme: string }
  /** Texts about the course that could not be read. */
  unread: readonly { path: string; size: number; reason: string }[]
}

/** Returns the folder around all files, which is no section; none for several. */
function rootOf(files: readonly PickedFile[]): string {
  const roots = new Set(files.map(({ folder }) => folder.split('/')[0] ?? ''))
  return roots.size === 1 ? ([...roots][0] ?? '') : ''
}

type Reading = { signal: AbortSignal; onProgress: (done: number, of: number) => void }

/**
 * Reads a folder, beside the course it goes into. It reads bytes only where the course has lessons of a folder already: it then looks each
 * file up in the library by its hash, so that existing ones stay.
 */
export async function readFolder(
  files: readonly PickedFile[],
  courseId: string | undefined,
  queries: QueryClient,
  { signal, onProgress }: Reading,
): Promise<ReadFolder> {
  const root = rootOf(files)
  const all = new Map(
    files.map((file) => {
      const path = `${file.folder}${file.name}`.slice(root ? root.length + 1 : 0)
      return [path.normalize('NFC'), file] as const
    }),
  )
  const own = courseFilesOf([...all.keys()])
  const { unread, ...page } = await readPage(own, all)
  const sources = new Map([...all].filter(([path]) => !Object.values(own).includes(path)))
  const [lessons, { max_bytes: largest }] = await Promise.all([
    courseId === undefined ? [] : storedLessons(courseId),
    queries.ensureQueryData(uploadLimitsQuery),
  ])
  const facts = await factsOf(sources)
  const folder = root || 'These files'
  const known = new Map<string, string>()
  const read: ReadFolder = { folder, sources, largest, lessons, known, facts, page, unread }
  if (isOfFolder(read)) {
    const used = filesOf(planOf(read))
    for (const [n, { path }] of used.entries()) {
      onProgress(n, used.length)
      const url = await inLibrary(sources.get(path), signal)
      if (url) known.set(path, url)
    }
  }
  return read
}

/** The course has lessons of a folder already. */
const isOfFolder = ({ lessons }: Pick<ReadFolder, 'lessons'>) => lessons.some(({ source }) => source !== null)

/** Plans a folder, without the excluded files, and with the parts that were chosen by path. */
export function planOf(
  { sources, facts, unread, ...around }: ReadFolder,
  leftOut: readonly string[] = [],
  chosen: ReadonlyMap<string, Part> = new Map(),
): FolderPlan {
  const files = [...sources].filter(([path]) => !leftOut.includes(path))
  const plan = planFolder(
    files.map(([path, { name, size }]) => ({ path, name, size, ...facts.get(path) })),
    { ...around, chosen },
  )
  return { ...plan, unusable: [...unread, ...plan.unusable] }
}

/** Another file in the place of one of the folder: it takes its name there, and brings its own kind. */
export async function withOther(
  read: ReadFolder,
  path: string,
  other: PickedFile,
  signal: AbortSignal,
): Promise<ReadFolder> {
  const extension = /\.[^.]+$/.exec(other.name)?.[0] ?? ''
  const name = `${(path.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '')}${extension}`
  const place = `${folderOf(path)}/${name}`.replace(/^\//, '')
  const sources = new Map([...read.sources].filter(([key]) => key !== path))
  sources.set(place, { ...other, name })
  const known = new Map([...read.known].filter(([key]) => key !== path))
  const url = isOfFolder(read) ? await inLibrary(other, signal) : undefined
  if (url) known.set(place, url)
  return { ...read, sources, known, facts: await factsOf(sources) }
}

/** The address of a file that the library has. */
export async function inLibrary(file: PickedFile | undefined, signal: AbortSignal): Promise<string | undefined> {
  const sha256 = file && (await hashInWorker(file, signal, () => {}))
  return sha256 ? (await adminClient.media.list({ sha256, limit: '1' })).media[0]?.url : undefined
}

/** The course that was made of a folder of this name, and the ids that are free for another one. */
export async function courseOfFolder(folder: string): Promise<{ course: Course | undefined; ids: string[] }> {
  const ids = idsOfFolder(folder)
  const { courses } = await adminClient.courses.adminList({ ids: ids.join(',') })
  const found = Course.array().parse(courses)
  const course = ids.flatMap((id) => found.find(({ course_id }) => course_id === id) ?? [])[0]
  return { course, ids: ids.filter((id) => found.every(({ course_id }) => course_id !== id)) }
}

const storedLessons = async (id: string): Promise<StoredLesson[]> =>
  (await adminClient.learning.adminGetContent({ id })).content

async function readPage({ cover, description, readme }: CourseFiles, all: ReadonlyMap<string, PickedFile>) {
  const unread: { path: string; size: number; reason: string }[] = []
  const textOf = async (path: string | undefined) => {
    const file = path === undefined ? undefined : all.get(path)
    if (!file || path === undefined) return ''
    const decoded = await beginningOf(file)
    if (decoded && 'text' in decoded) return plainText(decoded.text)
    unread.push({ path, size: file.size, reason: decoded?.problem ?? 'This file holds no text.' })
    return ''
  }
  const texts = { description: await textOf(description), readme: await textOf(readme) }
  return { cover: cover === undefined ? undefined : all.get(cover), ...texts, unread }
}

async function factsOf(sources: ReadonlyMap<string, PickedFile>): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>()
  for (const [path, file] of sources) {
    const kind = claimedKind({ name: file.name, type: '' })
    const decoded = kind === 'subtitles' ? await beginningOf(file) : undefined
    facts.set(path, {
      language: decoded && 'text' in decoded ? languageOfText(decoded.text) : undefined,
      problem: kind && file.size > 0 ? await problemOf(file, kind) : undefined,
    })
  }
  return facts
}

async function problemOf(file: PickedFile, kind: MediaKind): Promise<string | undefined> {
  const read = async (at: number, length: number) =>
    new Uint8Array(await (await file.read(at, Math.min(file.size, at + length))).arrayBuffer())
  if (!canBegin(kind, await read(0, SIGNATURE_BYTES)))
    return `This file is no ${mediaKinds[kind].noun} inside. Open it, export it again, or leave it out.`
  const isMp4 = /\.(mp4|m4v)$/i.test(file.name)
  return isMp4 && !(await isWholeMp4(read, file.size)) ? CUT_OFF_MESSAGE : undefined
}

async function beginningOf(file: PickedFile): Promise<DecodedText | undefined> {
  const bytes = new Uint8Array(await (await file.read(0, Math.min(file.size, MOST_TEXT_BYTES))).arrayBuffer())
  const whole = decodeText(bytes)
  if (file.size <= MOST_TEXT_BYTES || !whole || 'text' in whole) return whole
  // Only its last letter may be cut in two.
  const cuts = [1, 2, 3].map((cut) => decodeText(bytes.subarray(0, bytes.length - cut)))
  return cuts.find((one) => one && 'text' in one) ?? whole
}
