import { cleanFileName } from 'contract/spelling'
import type { Db } from '../../../context.ts'
import { listImagesNamed } from '../../media/media.queries.ts'
import { plainName } from '../../media/plain-name.ts'

/** An image of the library, with a sentence where the name leaves a choice. */
type FoundPicture = { url: string; note: string | undefined }

/** Normalises a name to compare: composed, in small letters, without folders and without what nobody sees. */
const keyOf = (name: string) => cleanFileName(name).toLowerCase()

/** The name that a release before 0.5 gave a file: plain letters, `banner-7.png` of `banner 7.png`. */
function olderName(name: string): string | undefined {
  const [, ending] = /^[\x20-\x7e]+\.(\w+)$/.exec(name) ?? []
  return ending && `${plainName(name, 'image')}.${ending.toLowerCase().replace('jpeg', 'jpg')}`.toLowerCase()
}

/** Finds an image by the name that a row gives; undefined without one. */
export type PictureOf = (name: string) => FoundPicture | undefined

/**
 * Looks up the images that a table names, in one statement. The newest wins where several have one name, and `note` says
 * so.
 */
export async function findPictures(db: Db, names: readonly string[]): Promise<PictureOf> {
  const keys = new Set(names.flatMap((name) => [keyOf(name), olderName(keyOf(name)) ?? []].flat()))
  const images = keys.size === 0 ? [] : await listImagesNamed(db, [...keys])
  const byName = Map.groupBy(images, ({ name }) => keyOf(name))
  return (name) => {
    const key = keyOf(name)
    const [newest, ...older] = byName.get(key) ?? byName.get(olderName(key) ?? '') ?? []
    if (!newest) return undefined
    const note = `${older.length + 1} images have this name: the newest is taken`
    return { url: newest.url, note: older.length > 0 ? note : undefined }
  }
}
