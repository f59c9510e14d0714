import {
  claimedKind,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  MAX_IMAGE_BYTES,
  VIDEO_TYPE_MESSAGE,
} from 'contract/media/kinds'
import { unknownMessage } from 'contract/media/ways-out'
import { IMAGE_TYPES } from '../host/file-types.ts'

/** Returns why a file is refused by its name, or undefined. The server examines the content. */
export function fileProblem(
  { type, name, size }: { type: string; name: string; size: number },
  kind: 'image' | 'video',
): string | undefined {
  if (kind === 'video') {
    const claimed = claimedKind({ type, name })
    if (claimed === 'video') return undefined
    return claimed ? VIDEO_TYPE_MESSAGE : unknownMessage({ type: type || 'video/', name })
  }
  if (!IMAGE_TYPES.includes(type)) return IMAGE_TYPE_MESSAGE
  return size > MAX_IMAGE_BYTES ? IMAGE_SIZE_MESSAGE : undefined
}

/** Returns title and reason of the toast about a failed upload. */
export const uploadProblem = (reason: string | undefined, kind: 'image' | 'video') =>
  kind === 'image'
    ? { title: 'Failed to upload image', reason: reason || 'Image upload failed' }
    : { title: 'Failed to upload video', reason: reason || 'Video upload failed' }
