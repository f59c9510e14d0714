import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressName, atWidth, mediaIdWith, widthsOf } from 'contract/media/address'
import { extensionOf } from 'contract/media/kinds'
import type { Db } from '../../server/src/context.ts'
import type { Files } from '../../server/src/platform/files/files.ts'
import manifest from './art/media.json' with { type: 'json' }

const ART = fileURLToPath(new URL('./art/', import.meta.url))
const facts = manifest as Record<string, MediaFacts>

/** The entry of each file in `art/media.json`, by file name. */
interface MediaFacts {
  kind: 'image' | 'video'
  bytes: number
  /** Pixels. */
  width: number
  height: number
  /** Length of a video; null for an image. */
  seconds: number | null
  /** Ground colour, `#RRGGBB`, shown while the file loads. */
  colour: string
  sha256: string
}

export interface StoredMedia {
  /**
   * Returns the root-relative address of a file of art/, named as in the course files (`art/banner-reels.webp`); throws
   * for an unknown one.
   */
  urlOf(file: string): string
  /** Returns the address of a file of art/, else the text unchanged. */
  resolve(value: string): string
  /** Deletes the copied files, if the rows could not be written. */
  discard(): Promise<void>
}

const storedAs = (name: string) => addressName(extensionOf(name))

/** Lists the files in art/widths/ of a file of art/, each with its stored name: its widths, or those of a clip's poster. */
function widthFiles(name: string, { width }: { width: number }) {
  return widthsOf(width).flatMap((wide) =>
    (['avif', 'webp'] as const)
      .map((format) => [name, storedAs(name)].map((of) => atWidth(of, { width }, wide, format)))
      .filter(([file]) => file !== name),
  )
}

/**
 * Copies the images and clips of art/ with their widths into the shop's file store, and writes their rows. Ids are
 * random, so that two shops with the same demo data have different addresses.
 */
export async function storeMedia(
  db: Db,
  files: Pick<Files, 'tempPath' | 'adopt' | 'removeAll'>,
  now: Date,
): Promise<StoredMedia> {
  const media = Object.entries(facts).map(([name, fact], index) => {
    const media_id = mediaIdWith(randomBytes(16).toString('hex'), fact)
    return {
      media_id,
      kind: fact.kind,
      name,
      url: `/media/${media_id}/${storedAs(name)}`,
      bytes: fact.bytes,
      width: fact.width,
      height: fact.height,
      seconds: fact.seconds,
      colour: fact.colour,
      sha256: fact.sha256,
      widths: widthsOf(fact.width),
      created_at: new Date(now.getTime() - index * 1000),
    }
  })
  const discard = async () => {
    await Promise.all(media.map(({ media_id }) => files.removeAll(media_id)))
  }

  try {
    await Promise.all(
      media.map(async ({ media_id, name, width }) => {
        const folder = files.tempPath()
        await mkdir(folder)
        try {
          await copyFile(join(ART, name), join(folder, storedAs(name)))
          for (const [file = '', stored = ''] of widthFiles(name, { width }))
            await copyFile(join(ART, 'widths', file), join(folder, stored))
          await files.adopt(folder, media_id)
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
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
