import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import { adminClient } from '../host/admin-api.ts'
import { forgetParts, partInStorage, type StoredPart } from '../media/queue/part-storage.ts'
import { SendError } from '../media/queue/send-file.ts'
import { FileChangedError } from '../media/queue/source-bytes.ts'
import { createTurns } from '../media/queue/turns.ts'
import type { QueueHost } from '../media/queue/upload-types.ts'
import { inThread } from './make-rung.ts'
import { NotMade } from './not-made.ts'
import { forgetOldRungs, mp4InStorage } from './rung-storage.ts'

const FULL_MESSAGE = 'There is not enough space on this computer to convert this video. Free some, and try again.'

const alone = createTurns()

/** Makes an MP4 in this browser's storage, one video at a time, if the shop has no ffmpeg. */
export const toMp4: NonNullable<QueueHost['toMp4']> = async (source, key, signal, onPart) => {
  const { converts_videos } = await adminClient.media.list({ limit: '1' })
  // Servers before 0.5 do not say.
  if (converts_videos !== false) return undefined
  const { name, folder } = source
  const stored: StoredPart = { storage: mp4InStorage(key), name: name.replace(/\.\w+$/, '.mp4'), folder }
  return alone(signal, async () => {
    try {
      await forgetOldRungs(Date.now()).catch(() => {})
      const { converted } = await inThread({ is: 'convert', file: stored.storage }, source, signal, onPart)
      if (!converted) return undefined
      signal.throwIfAborted()
      return await partInStorage(stored)
    } catch (error) {
      await forgetParts([stored]).catch(() => {})
      signal.throwIfAborted()
      const cause = error instanceof NotMade ? error.cause : 'other'
      if (cause === 'unread') throw new FileChangedError()
      if (cause === 'full') throw new SendError(FULL_MESSAGE, 507)
      if (cause === 'no-decoder' || cause === 'no-encoder') throw new SendError(CONVERT_MESSAGE, 415)
      // The shop looks at a file that this browser could not.
      console.warn(`${name} is not converted here`, error)
      return undefined
    }
  })
}
