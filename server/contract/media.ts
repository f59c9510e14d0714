import { z } from 'zod'
import { call } from './call.ts'

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const IMAGE_TYPE_MESSAGE = 'Please upload a valid image file (JPEG, PNG, GIF, or WEBP)'
export const IMAGE_SIZE_MESSAGE = 'Image file is too large. Maximum size is 5MB'
export const VIDEO_TYPE_MESSAGE = 'Please upload a valid video file (MP4, WebM, or OGG)'

const uploadQuery = z.object({ name: z.string().trim().max(300).optional() }).optional()

export const media = {
  /** JPEG, PNG, GIF, WEBP by content, at most 5 MB; re-encoded. 413, 415, 422 (cannot be decoded), 507. */
  uploadImage: call({
    method: 'PUT',
    path: '/admin/courses/upload_image/',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    body: 'multipart',
    summary: 'Upload a picture',
  })
    .input(z.object({ query: uploadQuery, body: z.object({ image_file: z.file({ error: IMAGE_TYPE_MESSAGE }) }) }))
    .output(z.object({ image_url: z.string() })),

  /** MP4, WebM, OGG by content; streamed to storage. 413, 415, 507. */
  uploadVideo: call({
    method: 'PUT',
    path: '/admin/courses/upload_video/',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    body: 'multipart',
    summary: 'Upload a video',
  })
    .input(z.object({ query: uploadQuery, body: z.object({ video_file: z.file({ error: VIDEO_TYPE_MESSAGE }) }) }))
    .output(z.object({ video_url: z.string() })),

  /** Newest first. */
  all: call({
    method: 'GET',
    path: '/admin/courses/get_all_media/',
    access: 'admin',
    roles: ['editor'],
    summary: 'Addresses of all media',
  }).output(z.object({ banners: z.array(z.string()), videos: z.array(z.string()) })),
}
