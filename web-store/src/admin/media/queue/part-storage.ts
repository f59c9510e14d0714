import { sourceOf } from './file-source.ts'
import type { FileSource } from './upload-types.ts'

/** The key of a file that this program has made in the browser's own storage. */
export type KeptPart = { storage: string; name: string; folder?: string | undefined }

export const isPart = (kept: unknown): kept is KeptPart => typeof (kept as KeptPart | undefined)?.storage === 'string'

/** The media type of such a file, by what it is called there. */
export const partType = (storage: string): string => (storage.endsWith('.jpg') ? 'image/jpeg' : 'video/mp4')

/** Returns that file; undefined if it is gone. */
export async function partInStorage(kept: KeptPart): Promise<FileSource | undefined> {
  try {
    const folder = await navigator.storage.getDirectory()
    const file = await (await folder.getFileHandle(kept.storage)).getFile()
    const below = kept.folder && { folder: kept.folder }
    return { ...sourceOf(file), name: kept.name, type: partType(kept.storage), ...below, kept }
  } catch {
    return undefined
  }
}

/** Removes those files: they were taken by the shop, or are not wanted any more. */
export async function forgetParts(kept: readonly KeptPart[]): Promise<void> {
  if (kept.length === 0) return
  const folder = await navigator.storage.getDirectory()
  // One that is written to at this moment stays.
  await Promise.all(kept.map(({ storage }) => folder.removeEntry(storage).catch(() => {})))
}
