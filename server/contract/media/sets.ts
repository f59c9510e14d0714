import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { Message, text } from '../fields.ts'
import { LEAST_LOUDNESS, MOST_LOUDNESS } from '../limits.ts'
import { VideoPlan } from './videos.ts'

const MediaId = text(1, 100, 'Must be a media id')

/** Sets of videos that are made elsewhere, as calls of the media library. */
export const media = {
  /** 404 when no lesson shows the video, 409 while the server makes its set, 422 when nothing can be read of it. */
  setPlan: defineCall({
    method: 'GET',
    path: '/admin/media/{media_id}/set',
    access: 'admin',
    roles: ['editor'],
    summary: 'What the adaptive set of a video must have',
    codes: ['conflict', 'not_found'],
  })
    .input(z.object({ media_id: MediaId }))
    .output(VideoPlan),

  /**
   * Makes a complete upload that was begun with the metadata `set_of` a quality of that video, or a picture of its set, which is a JPEG of the
   * planned pixels. The set is ready with the last quality, until then the original plays. `loudness` in LUFS goes with the sound alone. 413,
   * 422 when it is not what it should be, and then the upload is refused.
   */
  takeRung: defineCall({
    method: 'POST',
    path: '/admin/media/{media_id}/set',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Take a quality of an adaptive set',
    confirm: { without: 'adds, and takes nothing away' },
    codes: ['conflict', 'not_found', 'too_large'],
  })
    .input(
      z.object({
        params: z.object({ media_id: MediaId }),
        body: z.object({
          rung: text(1, 10, 'Must be a quality of the set'),
          upload_id: text(1, 100, 'Must be an upload id'),
          loudness: z.number().min(LEAST_LOUDNESS).max(MOST_LOUDNESS).optional(),
        }),
      }),
    )
    .output(Message),
}
