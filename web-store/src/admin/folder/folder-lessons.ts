import type { MediaKind } from 'contract/media/kinds'
import { type FolderFile, folderOf, namesAround, numberOf, stemOf } from './folder-files.ts'

/** A file is a lesson by itself, or a download of one. */
export type Part = 'lesson' | 'download'

export type SortedFile = { file: FolderFile; kind: MediaKind }

/** The part of each file in the stored lessons, by path; undefined for one that is new. */
type StoredPart = (path: string) => Part | undefined

/** Kinds that a lesson opens in its page. */
const SHOWN: ReadonlySet<MediaKind> = new Set(['pdf', 'audio'])

/**
 * Picks the files that become lessons: every video; in a folder without videos its PDFs and sounds, or else all its files;
 * a PDF or sound beside videos that has a number of its own. The owner's choice wins, then what it is already.
 */
export function lessonFiles(
  files: readonly SortedFile[],
  storedPart: StoredPart,
  chosen: ReadonlyMap<string, Part>,
): SortedFile[] {
  const videos = files.filter(({ kind }) => kind === 'video')
  const folders = Map.groupBy(files, ({ file }) => folderOf(file.path))
  return files.filter((sorted) => {
    const { file, kind } = sorted
    if (kind === 'video' || kind === 'subtitles') return kind === 'video'
    const part = chosen.get(file.path) ?? storedPart(file.path)
    return part ? part === 'lesson' : isLesson(sorted, folders.get(folderOf(file.path)) ?? [], videos)
  })
}

function isLesson({ file, kind }: SortedFile, beside: readonly SortedFile[], videos: readonly SortedFile[]): boolean {
  const near = beside.filter((other) => other.kind === 'video')
  if (near.length > 0) {
    const number = numberOf(file.name)
    const isNumbered = SHOWN.has(kind) && /^\d/.test(stemOf(file.name))
    return isNumbered && near.every((video) => numberOf(video.file.name) !== number)
  }
  // Files around videos, or in a folder named like one, belong to those.
  const inside = folderOf(file.path) === '' ? '' : `${folderOf(file.path)}/`
  const belongs = namesAround(file.path).some(({ name, around }) =>
    videos.some((video) => folderOf(video.file.path) === around && stemOf(video.file.name) === name),
  )
  if (belongs || videos.some((video) => video.file.path.startsWith(inside))) return false
  return SHOWN.has(kind) || !beside.some((other) => SHOWN.has(other.kind))
}
