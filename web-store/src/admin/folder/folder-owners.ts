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
  const places = new Map(files.map(({ file }, place) => [file.path, place]))
  for (const { file, kind } of files) {
    if (paths.has(file.path)) continue
    const near = folders.get(folderOf(file.path)) ?? []
    if (kind === 'subtitles') {
      const playing = near.filter((main) => main.kind === 'video' || main.kind === 'audio')
      const owner = ownerOfCaptions(
        file,
        playing.map((main) => main.file),
      )
      if (owner) owners.set(file.path, owner)
      continue
    }
    const main = ownerIn(
      file,
      near.map((one) => one.file),
      places,
    )
    const owner = main ?? ownerAround(file, mains)
    if (owner) owners.set(file.path, { main: owner.path, language: undefined })
  }
  return owners
}

function ownerOfCaptions({ name, language: written }: FolderFile, near: readonly FolderFile[]): Owner | undefined {
  const stem = stemOf(name)
  const fallback = written ?? DEFAULT_LANGUAGE
  const same = near.find((main) => stemOf(main.name) === stem)
  if (same) return { main: same.path, language: fallback }
  const language = LANGUAGE.exec(stem)?.[1]
  const bare = language ? stem.replace(LANGUAGE, '') : stem
  const named = near.find((main) => stemOf(main.name) === bare) ?? (near.length === 1 ? near[0] : undefined)
  return named && { main: named.path, language: language ?? fallback }
}

function ownerIn(
  file: FolderFile,
  near: readonly FolderFile[],
  places: ReadonlyMap<string, number>,
): FolderFile | undefined {
  const [stem, number] = [stemOf(file.name), numberOf(file.name)]
  const place = places.get(file.path) ?? 0
  return (
    near.find((main) => stemOf(main.name) === stem) ??
    near.find((main) => number !== undefined && numberOf(main.name) === number) ??
    near.findLast((main) => (places.get(main.path) ?? 0) < place) ??
    near[0]
  )
}

/** The lesson that a folder around is named like, the first in a folder below, the first beside a folder around, the first of all. */
function ownerAround(file: FolderFile, mains: readonly SortedFile[]): FolderFile | undefined {
  const around = namesAround(file.path).map(({ name, around: folder }) => ({
    name,
    near: mains.flatMap((main) => (folderOf(main.file.path) === folder ? [main.file] : [])),
  }))
  const named = around.flatMap(({ name, near }) => near.find((main) => stemOf(main.name) === name) ?? [])
  const inside = `${folderOf(file.path)}/`
  const below = inside === '/' ? undefined : mains.find((main) => main.file.path.startsWith(inside))?.file
  return named[0] ?? below ?? around.find(({ near }) => near.length > 0)?.near[0] ?? mains[0]?.file
}
