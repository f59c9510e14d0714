import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Beside the manifest: the files of this release, in the order of their names. What else lies there is of the one before. */
const LIST = '.vite/release.json'

const named = async (folder: string) => (await readdir(folder).catch(() => [])).sort()

/**
 * Lays the files of the last release beside the new ones, for pages that were open when the new one came and have yet to fetch a part. One
 * release longer and no more: what the last one had itself kept goes, so the folder never holds more than two. A build of the same
 * sources is no new release and keeps what was kept.
 */
export async function keepLastRelease(last: string, next: string): Promise<void> {
  const own = await named(join(next, 'assets'))
  await mkdir(join(next, dirname(LIST)), { recursive: true })
  await writeFile(join(next, LIST), JSON.stringify(own))
  const there = await named(join(last, 'assets'))
  const itsOwn = await readFile(join(last, LIST), 'utf8').then(
    (text) => JSON.parse(text) as string[],
    () => there,
  )
  const kept = itsOwn.join() === own.join() ? there : itsOwn
  for (const name of kept) {
    if (!own.includes(name)) await copyFile(join(last, 'assets', name), join(next, 'assets', name))
  }
}

/** Two renames, so that a server that starts meanwhile finds a whole build nearly always. */
export async function takePlace(built: string, place: string, old: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(built, place)
}
