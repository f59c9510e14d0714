// Apart from the calls, for whoever needs no schemas.
import { mediaKinds, sizeMessage, typeMessage } from './media-kinds.ts'

export const MAX_IMAGE_BYTES = mediaKinds.image.size.bytes
export const IMAGE_TYPE_MESSAGE = typeMessage('image')
export const IMAGE_SIZE_MESSAGE = sizeMessage('image', MAX_IMAGE_BYTES)
export const VIDEO_TYPE_MESSAGE = typeMessage('video')

/** Resumable uploads by tus 1.0 (creation, termination) are made here; they are no calls of the contract. */
export const UPLOADS_PATH = '/api/admin/media/uploads'
/** Students send the files of their work in the same way; `lesson_id` in the metadata names the lesson. */
export const WORK_UPLOADS_PATH = '/api/user/uploads'
/** What the answer to the last piece of an upload, and to HEAD after it, carries. */
export const UPLOAD_MEDIA_ID_HEADER = 'Media-Id'
export const UPLOAD_MEDIA_URL_HEADER = 'Media-Url'
/** An upload that nobody has touched for so long is given up. */
export const UPLOAD_KEPT_DAYS = 7
