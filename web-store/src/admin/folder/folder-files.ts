import { claimedKind, type MediaKind } from 'contract/media/kinds'

/** A file of the folder, with its path in it. */
export type FolderFile = {
  /** `Week 1/01 Hook.mp4`, from below the folder that was chosen. */
  path: string
  name: string
  size: number
  /** The languages of subtitles, by their script. */
  language?: string | undefined
  /** Its content cannot be what its name says. */
  problem?: string | undefined
}

/** Leftovers of people, systems and programs. */
const LEFT_OVER =
  /^(\.|~\$)|(^|\/)(__MACOSX|\$RECYCLE\.BIN|System Volume Information)(\/|$)|^(thumbs\.db|desktop\.ini|icon\r?)$|(~|\.(tmp|temp|part|crdownload|download|lnk|url|ini|db|bak))$/i

const isLeftOver = (path: string) => path.split('/').some((part) => LEFT_OVER.test(part))

const OTHER_VIDEOS = /\.(avi|wmv|flv|f4v|mpe?g|m2?ts|vob|rm(vb)?|divx|mxf|ts)$/i

export type Sorted =
  | { is: 'used'; kind: MediaKind }
  /** Left alone without a word more than its name. */
  | { is: 'skipped' }
  | { is: 'unusable'; reason: string }

/** Classifies a file by name and size; the server checks the content on arrival. */
export function sortFile(
  { path, name, size, problem }: FolderFile,
  largest: Partial<Record<MediaKind, number>>,
): Sorted {
  if (isLeftOver(path)) return { is: 'skipped' }
  const extension = name.split('.').at(-1)?.toUpperCase() ?? ''
  if (OTHER_VIDEOS.test(name)) {
    return { is: 'unusable', reason: `${extension} does not play in browsers. Save it as MP4, or leave it out.` }
  }
  const kind = claimedKind({ name, type: '' })
  if (!kind) return { is: 'unusable', reason: 'This kind of file is not accepted.' }
  if (size === 0) return { is: 'unusable', reason: 'This file is empty.' }
  if (path.length > 1000) return { is: 'unusable', reason: 'Its folders have too long names.' }
  if (size > (largest[kind] ?? Number.POSITIVE_INFINITY)) {
    return { is: 'unusable', reason: 'This file is larger than the shop takes.' }
  }
  if (problem) return { is: 'unusable', reason: problem }
  return { is: 'used', kind }
}

/** Each folder around a file: its name to compare, and the folder that it lies in; from the inside out. */
export function namesAround(path: string): { name: string; around: string }[] {
  const names: { name: string; around: string }[] = []
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    names.push({ name: folder.split('/').at(-1)?.normalize('NFC').toLowerCase() ?? '', around: folderOf(folder) })
  }
  return names
}

export const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')
/** Without its extension, to be compared with others. */
export const stemOf = (name: string): string =>
  name
    .replace(/\.[^.]+$/, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
/** The number that a name begins with. */
export const numberOf = (name: string): number | undefined => {
  const digits = /^\D{0,9}?(\d{1,4})(?!\d)/.exec(stemOf(name))?.[1]
  return digits === undefined ? undefined : Number(digits)
}
