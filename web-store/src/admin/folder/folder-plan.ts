import { filled } from 'contract/courses/generated'
import { MAX_LESSON_FILES } from 'contract/courses/lesson-files'
import { MAX_LESSONS } from 'contract/courses/lesson-input'
import { titleOfFile } from 'contract/courses/lesson-title'
import type { MediaKind } from 'contract/media/kinds'
import { cleanFileName, cleanName } from 'contract/spelling'
import { compareNames } from '../lists/natural-order.ts'
import { type FolderFile, folderOf, numberOf, sortFile, stemOf } from './folder-files.ts'
import { lessonFiles, type Part, type SortedFile } from './folder-lessons.ts'
import { type CaptionFile, ownersOf } from './folder-owners.ts'

/** The action on a file: `kept` is in the lesson already. */
export type FileFate = 'new' | 'replaces' | 'kept'

export type PlannedFile = FolderFile & { kind: MediaKind; fate: FileFate }
export type PlannedLesson = {
  title: string
  section: string | null
  /** The file that it shows: a video, a PDF, a sound, or one to download. */
  main: PlannedFile
  /** The stored lesson that it is. */
  lesson_id: string | undefined
  files: PlannedFile[]
  captions: (PlannedFile & Pick<CaptionFile, 'language'>)[]
}
export type FolderPlan = {
  lessons: PlannedLesson[]
  unusable: { path: string; size: number; reason: string }[]
  skipped: string[]
  /** Names that share a number in one folder; all of them become lessons. */
  sameNumber: { number: number; paths: string[] }[]
}

/** The facts that the plan needs of a stored lesson. */
export type StoredLesson = {
  lesson_id: string
  watch_link: string
  source: string | null
  files: readonly { name: string; url: string }[]
  captions: readonly { language: string; url: string }[]
}

type Surroundings = {
  /** Bytes by kind. */
  largest?: Partial<Record<MediaKind, number>>
  lessons?: readonly StoredLesson[]
  /** Files of the folder that the library has, by path, with their address there. */
  known?: ReadonlyMap<string, string>
  /** The owner's choice of a file's part, by path. */
  chosen?: ReadonlyMap<string, Part>
}

/**
 * Plans the lessons of a folder: each video is a lesson, and so are the PDFs of a folder without one; folders are sections, other files belong
 * to a lesson. Lessons of an earlier run are found by their path or, moved, by their bytes. It reads and changes nothing.
 */
export function planFolder(all: readonly FolderFile[], around: Surroundings = {}): FolderPlan {
  const { largest = {}, lessons = [], known = new Map(), chosen = new Map() } = around
  const plan: FolderPlan = { lessons: [], unusable: [], skipped: [], sameNumber: [] }
  const refuse = ({ path, size }: FolderFile, reason: string) => plan.unusable.push({ path, size, reason })
  const used: SortedFile[] = []
  const seen = new Set<string>()
  for (const input of [...all].sort(byPlace)) {
    const file = { ...input, path: input.path.normalize('NFC') }
    const sorted = sortFile(file, largest)
    if (sorted.is === 'unusable') refuse(file, sorted.reason)
    // Systems that tell large letters from small ones may have both.
    else if (sorted.is === 'used' && seen.has(file.path.toLowerCase())) refuse(file, 'Another file has the same name.')
    else if (sorted.is === 'skipped' || sorted.kind === 'image') plan.skipped.push(file.path)
    else {
      seen.add(file.path.toLowerCase())
      used.push({ file, kind: sorted.kind })
    }
  }
  const found = lessonFiles(used, storedPartOf(lessons, known), chosen)
  const mains = found.slice(0, MAX_LESSONS)
  const surplus = new Set(found.slice(MAX_LESSONS))
  for (const { file } of surplus) refuse(file, `A course has at most ${MAX_LESSONS.toLocaleString('en-IN')} lessons.`)
  const files = mains.map(({ file }) => file)
  const matches = matchLessons(files, lessons, known)
  plan.lessons = mains.map(({ file, kind }) => {
    const stored = matches.get(file.path)
    const saved = stored !== undefined && known.get(file.path) === stored.watch_link
    return {
      title: filled.lesson(file.path),
      section: sectionOf(file.path),
      main: { ...file, kind, fate: saved ? 'kept' : stored ? 'replaces' : 'new' },
      lesson_id: stored?.lesson_id,
      files: [],
      captions: [],
    }
  })
  const byPath = new Map(plan.lessons.map((lesson) => [lesson.main.path, lesson]))
  const owners = ownersOf(
    mains,
    used.filter((one) => !surplus.has(one)),
  )
  for (const one of used) {
    const { file, kind } = one
    if (byPath.has(file.path) || surplus.has(one)) continue
    const owner = owners.get(file.path)
    const lesson = owner && byPath.get(owner.main)
    if (!lesson || !owner) refuse(file, 'There is no lesson that it belongs to.')
    else {
      const stored = matches.get(lesson.main.path)
      const reason = addFile(lesson, { ...file, kind }, { stored, url: known.get(file.path), language: owner.language })
      if (reason) refuse(file, reason)
    }
  }
  plan.sameNumber = sharedNumbers(files)
  return plan
}

type Added = { stored: StoredLesson | undefined; url: string | undefined; language: string | undefined }

/** Adds a file, or captions in a language, to a lesson; returns the reason why not. */
function addFile(lesson: PlannedLesson, file: FolderFile & { kind: MediaKind }, added: Added): string | undefined {
  const { stored, url } = added
  if (added.language !== undefined) {
    // The owner may have put another language there since.
    const language = stored?.captions.find((one) => one.url === url)?.language ?? added.language
    const there = stored?.captions.find((one) => one.language === language)
    if (lesson.captions.some((one) => one.language === language))
      return 'The lesson has other captions in this language.'
    lesson.captions.push({ ...file, language, fate: fateOf(there?.url, url) })
    return undefined
  }
  const own = stored?.files ?? []
  const there = own.find((other) => other.url === url) ?? own.find(({ name }) => name === cleanFileName(file.name))
  const more = lesson.files.filter(({ fate }) => fate === 'new').length
  if (!there && own.length + more >= MAX_LESSON_FILES) return `A lesson has at most ${MAX_LESSON_FILES} files.`
  lesson.files.push({ ...file, fate: fateOf(there?.url, url) })
  return undefined
}

/** Returns the part that a file has in the stored lessons: the same folder again changes nothing. */
function storedPartOf(lessons: readonly StoredLesson[], known: ReadonlyMap<string, string>) {
  const ofFolder = lessons.filter(({ source }) => source !== null)
  const sources = new Set(ofFolder.map(({ source }) => source))
  const watched = new Set(ofFolder.map(({ watch_link }) => watch_link))
  const offered = new Set(lessons.flatMap(({ files }) => files.map(({ url }) => url)))
  return (path: string): Part | undefined => {
    const url = known.get(path) ?? ''
    if (sources.has(path) || watched.has(url)) return 'lesson'
    return offered.has(url) ? 'download' : undefined
  }
}

function fateOf(there: string | undefined, url: string | undefined): FileFate {
  if (there === undefined) return 'new'
  return there === url ? 'kept' : 'replaces'
}

/** Files of a folder before its folders, each by their names as people number them. */
function byPlace(a: FolderFile, b: FolderFile): number {
  const [left, right] = [a.path.split('/'), b.path.split('/')]
  for (let depth = 0; ; depth++) {
    const [one = '', other = ''] = [left[depth], right[depth]]
    const [lastOne, lastOther] = [depth >= left.length - 1, depth >= right.length - 1]
    if (lastOne !== lastOther) return lastOne ? -1 : 1
    const order = compareNames(one, other)
    if (order !== 0 || lastOne) return order
  }
}

function sectionOf(path: string): string | null {
  const names = folderOf(path).split('/').filter(Boolean)
  const words = names.map((name) => cleanName(titleOfFile(`${name}.x`))).filter(Boolean)
  return words.join(': ').slice(0, 120).trim() || null
}

/** A stored lesson belongs to the file of its path, or else to a file with its bytes whose own path is of none. */
function matchLessons(
  mains: readonly FolderFile[],
  lessons: readonly StoredLesson[],
  known: ReadonlyMap<string, string>,
): Map<string, StoredLesson> {
  const bySource = new Map(lessons.flatMap((lesson) => (lesson.source ? [[lesson.source, lesson] as const] : [])))
  const matches = new Map<string, StoredLesson>()
  const taken = new Set<string>()
  const match = (path: string, lesson: StoredLesson | undefined) => {
    if (!lesson || taken.has(lesson.lesson_id)) return
    matches.set(path, lesson)
    taken.add(lesson.lesson_id)
  }
  for (const { path } of mains) match(path, bySource.get(path))
  const byUrl = new Map(lessons.map((lesson) => [lesson.watch_link, lesson]))
  for (const { path } of mains) {
    const url = matches.has(path) ? undefined : known.get(path)
    if (url !== undefined) match(path, byUrl.get(url))
  }
  return matches
}

function sharedNumbers(mains: readonly FolderFile[]): FolderPlan['sameNumber'] {
  const places = new Map<string, { number: number; paths: string[] }>()
  for (const { path, name } of mains) {
    const number = numberOf(name)
    if (number === undefined || !/^\d/.test(stemOf(name))) continue
    const place = places.get(`${folderOf(path)}/${number}`) ?? { number, paths: [] }
    place.paths.push(path)
    places.set(`${folderOf(path)}/${number}`, place)
  }
  return [...places.values()].filter(({ paths }) => paths.length > 1)
}
