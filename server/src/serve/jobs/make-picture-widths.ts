import { z } from 'zod'
import type { Context } from '../../context.ts'
import { makePictureWidths } from '../../courses/media/picture-widths.ts'
import type { Job } from '../../platform/queue/queue.ts'

const Payload = z.object({ media_id: z.string() })

/** Makes an uploaded picture narrower, as AVIF and WebP. Until then the original stands in for them. */
export function makePictureWidthsJob(ctx: Context): Job {
  return {
    name: 'make-picture-widths',
    mayFail: true,
    // Eight pictures of up to 20 s each on a slow machine.
    expireInSeconds: 600,
    run: (payload) => makePictureWidths(ctx, Payload.parse(payload).media_id),
  }
}
