import { z } from 'zod'
import { HOUR, limit, MINUTE, searches } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { FileName, listWindow, Message, Moment, text } from '../fields.ts'
import { cleanFolder, FOLDER_LENGTH } from '../spelling.ts'
import { IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE, MAX_IMAGE_BYTES, MEDIA_KINDS, VIDEO_TYPE_MESSAGE } from './kinds.ts'
import { VideoState } from './videos.ts'

const MediaId = text(1, 100, 'Must be a media id')
const MediaKind = z.enum(MEDIA_KINDS, { error: `Must be one of ${MEDIA_KINDS.join(', ')}` })

/** One place that shows a file: a field of a course, a link of one of its lessons, or without a course the shop's logo. */
export const MediaUse = z.object({
  course_id: z.string().nullable(),
  course_name: z.string().nullable(),
  /** Name of the field, e.g. `banner`, `CUSTOMER_REVIEWS`, `watch_link`. */
  field: z.string(),
  lesson_id: z.string().nullable(),
  lesson_title: z.string().nullable(),
})

export const Media = z.object({
  media_id: z.string(),
  kind: MediaKind,
  /** The file's own name, in any script, until it is renamed. Downloads have it; the address does not. */
  name: z.string(),
  url: z.string(),
  /** Delivered to buyers only: `url` answers nobody. */
  paid: z.boolean(),
  /** Address for this admin, valid for some minutes when it is paid content. */
  preview_url: z.string(),
  /** The folder it lies in, as `Course/Week 1`; empty: none. */
  folder: z.string(),
  bytes: z.number().int(),
  /** Pixels; null until they are known. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Length of a video; null until it is known. */
  seconds: z.number().nullable(),
  created_at: Moment,
  used_in: z.array(MediaUse),
  /** State of a lesson video's adaptive set. */
  video: VideoState.nullable(),
})

/** `receiving` until all bytes are there and proven, then `finished` or `refused`. */
export const MediaUpload = z.object({
  upload_id: z.string(),
  status: z.enum(['receiving', 'finished', 'refused']),
  /** Bytes that have arrived. */
  offset: z.number().int(),
  bytes: z.number().int(),
  /** An MP4 is being made of the arrived file, which may take as long as it plays. */
  converting: z.boolean(),
  media_id: z.string().nullable(),
  url: z.string().nullable(),
  /** Reason of the refusal. */
  code: z.string().nullable(),
  detail: z.string().nullable(),
})

const FOLDER_MESSAGE = `Folder must be at most ${FOLDER_LENGTH} characters`
/** So many files are moved or deleted at once. */
export const MOST_FILES = 200
const MediaIds = z
  .array(MediaId, { error: 'Must be a list of files' })
  .min(1, { error: 'Choose a file' })
  .max(MOST_FILES, { error: `At most ${MOST_FILES} files at once` })

const MediaListQuery = z.object({
  q: z.string({ error: 'Must be text' }).trim().max(300, { error: 'Must be at most 300 characters' }).optional(),
  kind: MediaKind.optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'Must be 64 hex digits' })
    .optional(),
  /** With the folders in it. */
  folder: z.string({ error: 'Must be text' }).trim().max(FOLDER_LENGTH, { error: FOLDER_MESSAGE }).optional(),
  use: z.enum(['used', 'unused'], { error: 'Must be used or unused' }).optional(),
  access: z.enum(['paid', 'public'], { error: 'Must be paid or public' }).optional(),
  /** `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,16}~[A-Za-z0-9_-]{1,100}$/, { error: 'Must be `next` of a page' })
    .optional(),
  ...listWindow,
})

const uploadQuery = z.object({ name: z.string().trim().max(300).optional() }).optional()

export const media = {
  /** JPEG, PNG, GIF, WEBP by content, at most 5 MB; re-encoded. 413, 415, 422 (cannot be decoded), 507. */
  uploadImage: defineCall({
    method: 'PUT',
    path: '/admin/courses/upload_image/',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    file: { field: 'image_file', missing: IMAGE_TYPE_MESSAGE, atMost: [MAX_IMAGE_BYTES, IMAGE_SIZE_MESSAGE] },
    summary: 'Upload an image',
    cost: 'render',
    limits: [limit('upload_image', 'caller', 3_000, HOUR)],
    confirm: { without: 'adds, and takes nothing away' },
    codes: ['storage_full'],
  })
    .input(z.object({ query: uploadQuery, body: z.object({ image_file: z.file({ error: IMAGE_TYPE_MESSAGE }) }) }))
    .output(z.object({ image_url: z.string() })),

  /** MP4, WebM, OGG by content, streamed to storage; an MP4 is made of MOV, MKV and 3GP. 413, 415, 507. */
  uploadVideo: defineCall({
    method: 'PUT',
    path: '/admin/courses/upload_video/',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    file: { field: 'video_file', missing: VIDEO_TYPE_MESSAGE },
    summary: 'Upload a video',
    confirm: { without: 'adds, and takes nothing away' },
    codes: ['storage_full'],
  })
    .input(z.object({ query: uploadQuery, body: z.object({ video_file: z.file({ error: VIDEO_TYPE_MESSAGE }) }) }))
    .output(z.object({ video_url: z.string() })),

  /** Newest first. */
  all: defineCall({
    method: 'GET',
    path: '/admin/courses/get_all_media/',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'Addresses of all media',
  }).output(z.object({ banners: z.array(z.string()), videos: z.array(z.string()) })),

  /** The library, newest first. `q` are parts of the name in any order, `sha256` is that of a file as it was sent. */
  list: defineCall({
    method: 'GET',
    path: '/admin/media',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'The media library',
    cost: 'search',
    limits: [searches],
  })
    .input(MediaListQuery)
    .output(
      z.object({
        media: z.array(Media),
        total: z.number().int(),
        /** `after` of the next page; null behind the last. */
        next: z.string().nullable(),
        /** The largest video that is taken. */
        max_video_bytes: z.number().int(),
        /** The largest file of each kind that is taken. */
        max_bytes: z.record(MediaKind, z.number().int()),
        /** False without `ffmpeg`: a video whose codecs an MP4 cannot take is refused. */
        converts_videos: z.boolean(),
      }),
    ),

  /** Changes the name that the library shows; the address stays, so that nothing breaks that uses it. */
  rename: defineCall({
    method: 'PATCH',
    path: '/admin/media/{media_id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Rename a file',
    confirm: { without: 'the same call puts it back' },
  })
    .input(z.object({ params: z.object({ media_id: MediaId }), body: z.object({ name: FileName }) }))
    .output(z.object({ message: z.string(), media: Media })),

  /** 409 `in_use` with `used_in`, as long as a course or a lesson shows it; a course that was deleted counts too. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/media/{media_id}',
    access: 'admin',
    roles: ['editor'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Delete a file',
    codes: ['in_use'],
  })
    .input(z.object({ params: z.object({ media_id: MediaId }) }))
    .output(Message),

  /** Folders by name, with the number of files in them and below. One is there while a file is. */
  folders: defineCall({
    method: 'GET',
    path: '/admin/media/folders',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'Folders of the media library',
  }).output(z.object({ folders: z.array(z.object({ folder: z.string(), files: z.number().int() })) })),

  /** An empty folder takes them out of theirs. Ids that are not there are passed over. */
  move: defineCall({
    method: 'POST',
    path: '/admin/media/move',
    access: 'admin',
    roles: ['editor'],
    summary: 'Move files to a folder',
    confirm: { without: 'the same call puts it back' },
  })
    .input(
      z.object({
        media_ids: MediaIds,
        folder: z
          .string({ error: 'Must be text' })
          .max(FOLDER_LENGTH, { error: FOLDER_MESSAGE })
          .overwrite(cleanFolder),
      }),
    )
    .output(z.object({ moved: z.number().int() })),

  /** Deletes what nothing uses; the others are `refused`, with where they are used. */
  deleteMany: defineCall({
    method: 'POST',
    path: '/admin/media/delete',
    access: 'admin',
    roles: ['editor'],
    confirm: 'caller',
    summary: 'Delete files',
    cost: 'export',
    limits: [limit('media_delete', 'caller', 60, 10 * MINUTE)],
  })
    .input(z.object({ media_ids: MediaIds }))
    .output(
      z.object({
        deleted: z.array(z.string()),
        refused: z.array(z.object({ media_id: z.string(), used_in: z.array(MediaUse) })),
      }),
    ),

  /**
   * The file `with`, of the same kind, takes the place of this one wherever it is used, and its folder; this one goes with its bytes.
   * 404 for one that was replaced or deleted meanwhile; 422 for another kind.
   */
  replace: defineCall({
    method: 'POST',
    path: '/admin/media/{media_id}/replace',
    access: 'admin',
    roles: ['editor'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Replace a file by another',
  })
    .input(z.object({ params: z.object({ media_id: MediaId }), body: z.object({ with: MediaId }) }))
    .output(Message.extend({ media: Media })),

  /** Returns the progress and result of this admin's resumable upload. 404 once it was dropped. */
  upload: defineCall({
    method: 'GET',
    path: '/admin/media/uploads/{upload_id}',
    access: 'admin',
    roles: ['editor'],
    summary: 'State of an upload',
  })
    .input(z.object({ upload_id: text(1, 100, 'Must be an upload id') }))
    .output(MediaUpload),
}
