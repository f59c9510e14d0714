import type { KeptPart } from '../media/part-storage.ts'
import type { FileSource, SetPart } from '../media/upload-types.ts'

/** What a quality is called in the browser's own storage, where it is made. */
export const rungInStorage = (mediaId: string, rung: string): string => `set-${mediaId}-${rung}.mp4`

/** The quality as the upload queue takes it; it is found again after a restart. `name` is the video's. */
export async function rungSource(name: string, part: SetPart): Promise<FileSource> {
  const file = rungInStorage(part.set_of, part.rung)
  const folder = await navigator.storage.getDirectory()
  const made = await (await folder.getFileHandle(file)).getFile()
  const shown = part.rung === 'sound' ? 'sound' : `${part.rung}p`
  const shownName = `${name.replace(/\.\w{1,5}$/, '')}, ${shown}.mp4`
  return {
    ...{ name: shownName, size: made.size, type: 'video/mp4', part },
    modified_at: made.lastModified,
    kept: { storage: file, name: shownName } satisfies KeptPart,
    read: async (start, end) => made.slice(start, end),
  }
}
