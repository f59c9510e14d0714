// Apart from the calls, for whoever needs no schemas.

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const IMAGE_TYPE_MESSAGE = 'Please upload a valid image file (JPEG, PNG, GIF, or WEBP)'
export const IMAGE_SIZE_MESSAGE = 'Image file is too large. Maximum size is 5MB'
export const VIDEO_TYPE_MESSAGE = 'Please upload a valid video file (MP4, WebM, or OGG)'

/** Resumable uploads by tus 1.0 (creation, termination) are made here; they are no calls of the contract. */
export const UPLOADS_PATH = '/api/admin/media/uploads'
/** What the answer to the last piece of an upload, and to HEAD after it, carries. */
export const UPLOAD_MEDIA_ID_HEADER = 'Media-Id'
export const UPLOAD_MEDIA_URL_HEADER = 'Media-Url'
/** An upload that nobody has touched for so long is given up. */
export const UPLOAD_KEPT_DAYS = 7
