import { type KeptPart, partType } from '../media/part-storage.ts'
import type { FileSource, SetPart } from '../media/upload-types.ts'

const SHOWN: Partial<Record<string, string>> = { sound: 'sound', poster: 'poster', sprite: 'preview pictures' }

const isPicture = (rung: string) => rung === 'poster' || rung === 'sprite'
const extensionOf = (rung: string) => (isPicture(rung) ? 'jpg' : 'mp4')

/** What a quality or picture is called in the browser's own storage, where it is made. */
export const rungInStorage = (mediaId: string, rung: string): string => `set-${mediaId}-${rung}.${extensionOf(rung)}`

/** The quality or picture as the upload queue takes it; it is found again after a restart. `name` is the video's. */
export async function rungSource(name: string, part: SetPart): Promise<FileSource> {
  const file = rungInStorage(part.set_of, part.rung)
  const folder = await navigator.storage.getDirectory()
  const made = await (await folder.getFileHandle(file)).getFile()
  const shown = SHOWN[part.rung] ?? `${part.rung}p`
  const shownName = `${name.replace(/\.\w{1,5}$/, '')}, ${shown}.${extensionOf(part.rung)}`
  return {
    ...{ name: shownName, size: made.size, type: partType(file), part },
    modified_at: made.lastModified,
    kept: { storage: file, name: shownName } satisfies KeptPart,
    read: async (start, end) => made.slice(start, end),
  }
}
