import { sourceOf } from './file-source.ts'
import type { FileSource } from './upload-types.ts'

/** The key of a file that this program has made in the browser's own storage. */
export type StoredPart = { storage: string; name: string; folder?: string | undefined }

export const isPart = (stored: unknown): stored is StoredPart =>
  typeof (stored as StoredPart | undefined)?.storage === 'string'

/** The media type of such a file, by what it is called there. */
export const partType = (storage: string): string => (storage.endsWith('.jpg') ? 'image/jpeg' : 'video/mp4')

/** Returns that file; undefined if it is gone. */
export async function partInStorage(stored: StoredPart): Promise<FileSource | undefined> {
  try {
    const folder = await navigator.storage.getDirectory()
    const file = await (await folder.getFileHandle(stored.storage)).getFile()
    const below = stored.folder && { folder: stored.folder }
    return { ...sourceOf(file), name: stored.name, type: partType(stored.storage), ...below, kept: stored }
  } catch {
    return undefined
  }
}

/** Removes those files: they were taken by the shop, or are not wanted any more. */
export async function forgetParts(stored: readonly StoredPart[]): Promise<void> {
  if (stored.length === 0) return
  const folder = await navigator.storage.getDirectory()
  // One that is written to at this moment stays.
  await Promise.all(stored.map(({ storage }) => folder.removeEntry(storage).catch(() => {})))
}
