import { DAY_MS } from 'contract/indian-time'
import { forgetParts, partInStorage, type StoredPart } from '../media/queue/part-storage.ts'
import type { FileSource, SetPart } from '../media/queue/upload-types.ts'
import { NotMade } from './not-made.ts'

const SHOWN: Partial<Record<string, string>> = { sound: 'sound', poster: 'poster', sprite: 'preview images' }

const isPicture = (rung: string) => rung === 'poster' || rung === 'sprite'
const extensionOf = (rung: string) => (isPicture(rung) ? 'jpg' : 'mp4')

const PREFIX = 'set-'
/** An MP4 on its way to the library in the place of another video, by the key of its upload. */
export const mp4InStorage = (key: string): string => `mp4-${key}.mp4`
/** A file without progress for so long belongs to an abandoned video. */
const KEPT_MS = 30 * DAY_MS

type Sides = { width: number; height: number }

/**
 * Names a quality or picture in the browser's own storage. The name follows the bytes of the video (their SHA-256 in hex) and the quality, so
 * that an uploading video and the same one in the library share theirs.
 */
export function rungInStorage(source: string, rung: string, sides?: Sides): string {
  const size = sides ? `-${sides.width}x${sides.height}` : ''
  return `${PREFIX}${source}-${rung}${size}.${extensionOf(rung)}`
}

/** Removes what was made and left behind long ago. `now`: milliseconds since 1970. */
export async function forgetOldRungs(now: number): Promise<void> {
  const folder = (await navigator.storage.getDirectory()) as FileSystemDirectoryHandle & {
    values(): AsyncIterable<FileSystemFileHandle>
  }
  const old: StoredPart[] = []
  for await (const handle of folder.values()) {
    if (handle.kind !== 'file' || !/^(set|mp4)-/.test(handle.name)) continue
    const { lastModified, name } = await handle.getFile()
    if (lastModified < now - KEPT_MS) old.push({ storage: name, name })
  }
  await forgetParts(old)
}

/** The quality or picture of this file as the upload queue takes it; it is found again after a restart. `name` is the video's. */
export async function rungSource(name: string, part: SetPart, storage: string): Promise<FileSource> {
  const shown = SHOWN[part.rung] ?? `${part.rung}p`
  const found = await partInStorage({
    storage,
    name: `${name.replace(/\.\w{1,5}$/, '')}, ${shown}.${extensionOf(part.rung)}`,
  })
  if (!found) throw new NotMade('other', `${storage} is gone`)
  return { ...found, part }
}
