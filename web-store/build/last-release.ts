import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Next to the manifest: the files of this release, in order of their names. Other files belong to the previous one. */
const LIST = '.vite/release.json'

const named = async (folder: string) => (await readdir(folder).catch(() => [])).sort()

/**
 * Copies the previous release's files next to the new ones, for open pages that still load a part. Drops the release
 * before that, so the folder contains at most two. A build of the same sources is no new release and changes nothing.
 */
export async function storeLastRelease(last: string, next: string): Promise<void> {
  const own = await named(join(next, 'assets'))
  await mkdir(join(next, dirname(LIST)), { recursive: true })
  await writeFile(join(next, LIST), JSON.stringify(own))
  const there = await named(join(last, 'assets'))
  const itsOwn = await readFile(join(last, LIST), 'utf8').then(
    (text) => JSON.parse(text) as string[],
    () => there,
  )
  const stored = itsOwn.join() === own.join() ? there : itsOwn
  for (const name of stored) {
    if (!own.includes(name)) await copyFile(join(last, 'assets', name), join(next, 'assets', name))
  }
}

/** Swaps folders by two renames, so that a starting server nearly always finds a complete build. */
export async function takePlace(built: string, place: string, old: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(built, place)
}
