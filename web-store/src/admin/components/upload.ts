import { IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE, MAX_IMAGE_BYTES, VIDEO_TYPE_MESSAGE } from 'contract/media-limits'
import { errorText } from '../../api/client.ts'
import { adminClient } from '../admin-api.ts'
import { IMAGE_TYPES, VIDEO_TYPES } from '../file-types.ts'

/** Why a file cannot be taken, by what its name says; undefined when it can. The server looks into it. */
export function fileProblem(
  { type, size }: { type: string; size: number },
  kind: 'image' | 'video',
): string | undefined {
  if (kind === 'video') return VIDEO_TYPES.includes(type) ? undefined : VIDEO_TYPE_MESSAGE
  if (!IMAGE_TYPES.includes(type)) return IMAGE_TYPE_MESSAGE
  return size > MAX_IMAGE_BYTES ? IMAGE_SIZE_MESSAGE : undefined
}

/** What is said of an upload that failed: the title of the toast, and the reason. */
export const uploadProblem = (error: unknown, kind: 'image' | 'video') =>
  kind === 'image'
    ? { title: 'Failed to upload image', reason: errorText(error, 'Image upload failed') }
    : { title: 'Failed to upload video', reason: errorText(error, 'Video upload failed') }

/** Uploads a file and answers its address, which is empty when the server named none. Throws what the call throws. */
export async function uploadFile(file: File, kind: 'image' | 'video'): Promise<string> {
  const query = { name: file.name.slice(0, 300) }
  if (kind === 'video') return (await adminClient.media.uploadVideo({ query, body: { video_file: file } })).video_url
  return (await adminClient.media.uploadImage({ query, body: { image_file: file } })).image_url
}
