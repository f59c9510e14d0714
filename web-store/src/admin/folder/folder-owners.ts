import type { MediaKind } from 'contract/media/kinds'
import { type FolderFile, folderOf, numberOf, stemOf } from './folder-files.ts'

export type CaptionFile = { language: string }
/** The video that a file belongs to; with a language it is captions of it. */
type Owner = { video: string; language: string | undefined }

const LANGUAGE = /[._ -]([a-z]{2,3})(?:-[a-z]{2,4})?$/
/** The language of captions whose name and script show none. */
const DEFAULT_LANGUAGE = 'en'

/**
 * Finds the video of each other file: the one of its name, of its number, of the folder that is named like it, the only or else the one before
 * it in its folder, the first of the folder around. Captions need a name, or a folder with one video.
 */
export function ownersOf(
  videos: readonly FolderFile[],
  files: readonly { file: FolderFile; kind: MediaKind }[],
): Map<string, Owner> {
  const byFolder = new Map<string, FolderFile[]>()
  for (const video of videos) byFolder.set(folderOf(video.path), [...(byFolder.get(folderOf(video.path)) ?? []), video])
  const owners = new Map<string, Owner>()
  const places = new Map(files.map(({ file }, place) => [file.path, place]))
  for (const { file, kind } of files) {
    if (kind === 'video') continue
    const near = byFolder.get(folderOf(file.path)) ?? []
    const captions = kind === 'subtitles'
    const owner = captions ? ownerOfCaptions(file, near) : undefined
    const video = captions ? undefined : (ownerIn(file, near, places) ?? ownerAround(file, byFolder, videos))
    if (owner) owners.set(file.path, owner)
    else if (video) owners.set(file.path, { video: video.path, language: undefined })
  }
  return owners
}

function ownerOfCaptions({ name, language: written }: FolderFile, near: readonly FolderFile[]): Owner | undefined {
  const stem = stemOf(name)
  const fallback = written ?? DEFAULT_LANGUAGE
  const same = near.find((video) => stemOf(video.name) === stem)
  if (same) return { video: same.path, language: fallback }
  const language = LANGUAGE.exec(stem)?.[1]
  const bare = language ? stem.replace(LANGUAGE, '') : stem
  const named = near.find((video) => stemOf(video.name) === bare) ?? (near.length === 1 ? near[0] : undefined)
  return named && { video: named.path, language: language ?? fallback }
}

function ownerIn(
  file: FolderFile,
  near: readonly FolderFile[],
  places: ReadonlyMap<string, number>,
): FolderFile | undefined {
  const [stem, number] = [stemOf(file.name), numberOf(file.name)]
  const place = places.get(file.path) ?? 0
  return (
    near.find((video) => stemOf(video.name) === stem) ??
    near.find((video) => number !== undefined && numberOf(video.name) === number) ??
    near.findLast((video) => (places.get(video.path) ?? 0) < place) ??
    near[0]
  )
}

/** Each folder around a file with its name and the videos beside it, from the inside out. */
function foldersAround(file: FolderFile, byFolder: ReadonlyMap<string, FolderFile[]>) {
  const around: { name: string; near: FolderFile[] }[] = []
  for (let folder = folderOf(file.path); folder !== ''; folder = folderOf(folder)) {
    const name = folder.split('/').at(-1)?.normalize('NFC').toLowerCase() ?? ''
    around.push({ name, near: byFolder.get(folderOf(folder)) ?? [] })
  }
  return around
}

/** The video that a folder around is named like, the first in a folder below, the first beside a folder around, the first of all. */
function ownerAround(
  file: FolderFile,
  byFolder: ReadonlyMap<string, FolderFile[]>,
  videos: readonly FolderFile[],
): FolderFile | undefined {
  const around = foldersAround(file, byFolder)
  const named = around.flatMap(({ name, near }) => near.find((video) => stemOf(video.name) === name) ?? [])
  const inside = `${folderOf(file.path)}/`
  const below = inside === '/' ? undefined : videos.find(({ path }) => path.startsWith(inside))
  return named[0] ?? below ?? around.find(({ near }) => near.length > 0)?.near[0] ?? videos[0]
}
