import { MAX_LESSON_FILES } from 'contract/courses/lesson-files'
import { MAX_LESSONS } from 'contract/courses/lesson-input'
import type { MediaKind } from 'contract/media/kinds'
import { titleOfFile } from '../content/lesson-title.ts'
import { compareNames } from '../lists/natural-order.ts'
import { type FolderFile, folderOf, numberOf, shownName, sortFile, stemOf } from './folder-files.ts'
import { type CaptionFile, ownersOf } from './folder-owners.ts'

/** The action on a file: `kept` is in the lesson already. */
export type FileFate = 'new' | 'replaces' | 'kept'

export type PlannedFile = FolderFile & { fate: FileFate }
export type PlannedLesson = {
  title: string
  section: string | null
  video: PlannedFile
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
}

/**
 * Plans the lessons of a folder: each video is a lesson, folders are sections, files beside a video are its files and captions. Lessons of an
 * earlier run are found by their path or, moved, by their bytes. It reads and changes nothing.
 */
export function planFolder(all: readonly FolderFile[], around: Surroundings = {}): FolderPlan {
  const { largest = {}, lessons = [], known = new Map() } = around
  const plan: FolderPlan = { lessons: [], unusable: [], skipped: [], sameNumber: [] }
  const used: { file: FolderFile; kind: MediaKind }[] = []
  const seen = new Set<string>()
  let videoCount = 0
  for (const file of [...all].sort(byPlace)) {
    const path = file.path.normalize('NFC')
    const sorted = sortFile(file, largest)
    const refuse = (reason: string) => plan.unusable.push({ path: shownName(path), size: file.size, reason })
    if (sorted.is === 'skipped') plan.skipped.push(shownName(path))
    else if (sorted.is === 'unusable') refuse(sorted.reason)
    // Systems that tell large letters from small ones may have both.
    else if (seen.has(path.toLowerCase())) refuse('Another file has the same name.')
    else if (sorted.kind === 'image') plan.skipped.push(shownName(path))
    else if (sorted.kind === 'video' && videoCount >= MAX_LESSONS) {
      refuse(`A course has at most ${MAX_LESSONS.toLocaleString('en-IN')} lessons.`)
    } else {
      seen.add(path.toLowerCase())
      if (sorted.kind === 'video') videoCount += 1
      used.push({ file: { ...file, path }, kind: sorted.kind })
    }
  }
  const videos = used.flatMap(({ file, kind }) => (kind === 'video' ? [file] : []))
  const matches = matchLessons(videos, lessons, known)
  plan.lessons = videos.map((video) => {
    const stored = matches.get(video.path)
    const kept = stored !== undefined && known.get(video.path) === stored.watch_link
    return {
      ...{ title: shownName(titleOfFile(video.name)) || 'Lesson', section: sectionOf(video.path) },
      video: { ...video, fate: kept ? 'kept' : stored ? 'replaces' : 'new' },
      ...{ lesson_id: stored?.lesson_id, files: [], captions: [] },
    }
  })
  const owners = ownersOf(videos, used)
  for (const { file, kind } of used) {
    if (kind === 'video') continue
    const owner = owners.get(file.path)
    const lesson = owner && plan.lessons.find(({ video }) => video.path === owner.video)
    const stored = lesson && matches.get(lesson.video.path)
    const url = known.get(file.path)
    if (!lesson || !owner) {
      plan.unusable.push({
        path: shownName(file.path),
        size: file.size,
        reason: 'There is no video that it belongs to.',
      })
    } else if (owner.language !== undefined) {
      // The owner may have put another language there since.
      const chosen = stored?.captions.find((one) => one.url === url)?.language ?? owner.language
      const there = stored?.captions.find(({ language }) => language === chosen)
      const twice = lesson.captions.some(({ language }) => language === chosen)
      if (twice) {
        const reason = 'The lesson has other captions in this language.'
        plan.unusable.push({ path: shownName(file.path), size: file.size, reason })
      } else lesson.captions.push({ ...file, language: chosen, fate: fateOf(there?.url, url) })
    } else {
      const own = stored?.files ?? []
      const there = own.find((other) => other.url === url) ?? own.find(({ name }) => name === fileLabel(file.name))
      const added = lesson.files.filter(({ fate }) => fate === 'new').length
      if (!there && own.length + added >= MAX_LESSON_FILES) {
        const reason = `A lesson has at most ${MAX_LESSON_FILES} files.`
        plan.unusable.push({ path: shownName(file.path), size: file.size, reason })
      } else lesson.files.push({ ...file, fate: fateOf(there?.url, url) })
    }
  }
  plan.sameNumber = sharedNumbers(videos)
  return plan
}

/** Names a file beside a video. */
export const fileLabel = (name: string): string => shownName(name).slice(0, 200) || 'File'

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
  const words = names.map((name) => shownName(titleOfFile(`${name}.x`))).filter(Boolean)
  return words.join(': ').slice(0, 120).trim() || null
}

/** A stored lesson belongs to the file of its path, or else to a file with its bytes whose own path is of none. */
function matchLessons(
  videos: readonly FolderFile[],
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
  for (const { path } of videos) match(path, bySource.get(path))
  const byUrl = new Map(lessons.map((lesson) => [lesson.watch_link, lesson]))
  for (const { path } of videos) {
    const url = matches.has(path) ? undefined : known.get(path)
    if (url !== undefined) match(path, byUrl.get(url))
  }
  return matches
}

function sharedNumbers(videos: readonly FolderFile[]): FolderPlan['sameNumber'] {
  const places = new Map<string, { number: number; paths: string[] }>()
  for (const { path, name } of videos) {
    const number = numberOf(name)
    if (number === undefined || !/^\d/.test(stemOf(name))) continue
    const place = places.get(`${folderOf(path)}/${number}`) ?? { number, paths: [] }
    place.paths.push(shownName(path))
    places.set(`${folderOf(path)}/${number}`, place)
  }
  return [...places.values()].filter(({ paths }) => paths.length > 1)
}
