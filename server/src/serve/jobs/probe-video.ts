import { z } from 'zod'
import type { Context } from '../../context.ts'
import { probeStoredVideo } from '../../courses/media/video-probe.ts'
import type { Job } from '../../platform/queue/queue.ts'

const Payload = z.object({ media_id: z.string() })

/** Finds out how large and how long an uploaded video is. */
export function probeVideoJob(ctx: Context): Job {
  return {
    name: 'probe-video',
    mayFail: true,
    run: (payload) => probeStoredVideo(ctx, Payload.parse(payload).media_id),
  }
}
