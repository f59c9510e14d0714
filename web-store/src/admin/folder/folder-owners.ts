import { type FolderFile, folderOf, namesAround, numberOf, stemOf } from './folder-files.ts'
import type { SortedFile } from './folder-lessons.ts'

export type CaptionFile = { language: string }
/** The file of the lesson that another one belongs to; with a language it is captions of it. */
type Owner = { main: string; language: string | undefined }

const LANGUAGE = /[._ -]([a-z]{2,3})(?:-[a-z]{2,4})?$/
/** The language of captions whose name and script show none. */
const DEFAULT_LANGUAGE = 'en'

/**
 * Finds the lesson of each other file, by that one's main file: the one of its name, of its number, of the folder that is named like it, the
 * only or else the one before it in its folder, the first of the folder around. Captions need a name, or a folder with one lesson that plays.
 */
export function ownersOf(mains: readonly SortedFile[], files: readonly SortedFile[]): Map<string, Owner> {
  const folders = Map.groupBy(mains, ({ file }) => folderOf(file.path))
  const paths = new Set(mains.map(({ file }) => file.path))
  const owners = new Map<string, Owner>()
  /** The last lesson before the file, by folder. */
  const before = new Map<string, FolderFile>()
  for (const { file, kind } of files) {
    const folder = folderOf(file.path)
    if (paths.has(file.path)) {
      before.set(folder, file)
      continue
    }
    const near = folders.get(folder) ?? []
    const beside = near.map((main) => main.file)
    const playing = near.flatMap((main) => (main.kind === 'video' || main.kind === 'audio' ? [main.file] : []))
    const owner =
      kind === 'subtitles'
        ? ownerOfCaptions(file, playing)
        : ownerOf(ownerIn(file, beside, before.get(folder)) ?? ownerAround(file, mains))
    if (owner) owners.set(file.path, owner)
  }
  return owners
}

const ownerOf = (main: FolderFile | undefined, language?: string): Owner | undefined =>
  main && { main: main.path, language }
const named = (near: readonly FolderFile[], stem: string) => near.find((main) => stemOf(main.name) === stem)

function ownerOfCaptions({ name, language: written }: FolderFile, near: readonly FolderFile[]): Owner | undefined {
  const stem = stemOf(name)
  const fallback = written ?? DEFAULT_LANGUAGE
  const same = named(near, stem)
  if (same) return ownerOf(same, fallback)
  const language = LANGUAGE.exec(stem)?.[1]
  const bare = language ? stem.replace(LANGUAGE, '') : stem
  return ownerOf(named(near, bare) ?? (near.length === 1 ? near[0] : undefined), language ?? fallback)
}

function ownerIn(
  file: FolderFile,
  near: readonly FolderFile[],
  before: FolderFile | undefined,
): FolderFile | undefined {
  const number = numberOf(file.name)
  return (
    named(near, stemOf(file.name)) ??
    near.find((main) => number !== undefined && numberOf(main.name) === number) ??
    before ??
    near[0]
  )
}

/** The lesson that a folder around is named like, the first in a folder below, the first beside a folder around, the first of all. */
function ownerAround(file: FolderFile, mains: readonly SortedFile[]): FolderFile | undefined {
  const around = namesAround(file.path).map(({ name, around: folder }) => ({
    name,
    near: mains.flatMap((main) => (folderOf(main.file.path) === folder ? [main.file] : [])),
  }))
  const like = around.flatMap(({ name, near }) => named(near, name) ?? [])
  const inside = `${folderOf(file.path)}/`
  const below = inside === '/' ? undefined : mains.find((main) => main.file.path.startsWith(inside))?.file
  return like[0] ?? below ?? around.find(({ near }) => near.length > 0)?.near[0] ?? mains[0]?.file
}
