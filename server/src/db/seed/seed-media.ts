import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db } from '../../context.ts'
import manifest from './art/media.json' with { type: 'json' }
import type { MediaManifest } from './manifest.ts'

const ART = fileURLToPath(new URL('art/', import.meta.url))
const facts: MediaManifest = manifest as MediaManifest

export interface StoredMedia {
  /** Root-relative address of a file of art/, named as in the course files (`art/banner-reels.webp`); throws on an unknown one. */
  urlOf(file: string): string
  /** The address when it is a file of art/, else the text as it is. */
  resolve(value: string): string
  /** Takes the copied files away again, for when the rows did not make it. */
  discard(): Promise<void>
}

/**
 * Copies the pictures and clips of art/ to `{dataDir}/media/{32 hex digits}/{name}` and writes their rows. The ids are
 * random, so that two shops with the same demo data have different addresses.
 */
export async function storeMedia(db: Db, dataDir: string, now: Date): Promise<StoredMedia> {
  const media = Object.entries(facts).map(([name, fact], index) => {
    const media_id = randomBytes(16).toString('hex')
    return {
      media_id,
      kind: fact.kind,
      name,
      url: `/media/${media_id}/${name}`,
      bytes: fact.bytes,
      width: fact.width,
      height: fact.height,
      seconds: fact.seconds,
      colour: fact.colour,
      sha256: fact.sha256,
      created_at: new Date(now.getTime() - index * 1000),
    }
  })
  const folderOf = (mediaId: string) => join(dataDir, 'media', mediaId)
  const discard = async () => {
    await Promise.all(media.map(({ media_id }) => rm(folderOf(media_id), { recursive: true, force: true })))
  }

  try {
    await Promise.all(
      media.map(async ({ media_id, name }) => {
        await mkdir(folderOf(media_id), { recursive: true })
        await copyFile(join(ART, name), join(folderOf(media_id), name))
      }),
    )
    await db('media').insert(media)
  } catch (error) {
    await discard()
    throw error
  }

  const urls = new Map(media.map(({ name, url }) => [`art/${name}`, url]))
  const urlOf = (file: string) => {
    const url = urls.get(file)
    if (!url) throw new Error(`The demo data names ${file}, which is not in art/media.json`)
    return url
  }
  return { urlOf, resolve: (value) => (value.startsWith('art/') ? urlOf(value) : value), discard }
}
