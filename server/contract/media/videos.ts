import { z } from 'zod'

/** One quality of a lesson's video. `height` is its shorter side in pixels, null for the sound alone; `bytes` is the whole of it. */
export const VideoRung = z.object({
  id: z.string(),
  height: z.number().int().nullable(),
  bytes: z.number().int(),
})
export type VideoRung = z.output<typeof VideoRung>

/** Small pictures of a video on one sheet, row by row, one for each `every` seconds. Sides are pixels of one picture. */
export const VideoSprite = z.object({
  url: z.string(),
  every: z.number(),
  count: z.number().int(),
  columns: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
})

/** Qualities of a lesson's own video, the least first. */
export const LessonVideo = z.object({
  /** The playlist of its adaptive set; null while the original is the one quality. */
  playlist: z.string().nullable(),
  rungs: z.array(VideoRung),
  poster: z.string().nullable(),
  sprite: VideoSprite.nullable(),
  /** Seconds, null where that is not known. */
  seconds: z.number().nullable(),
  /** As EBU R 128 measures it, in LUFS; null where it was not measured or there is no sound. */
  loudness: z.number().nullable(),
})
export type LessonVideo = z.output<typeof LessonVideo>

/**
 * State of a video's adaptive set: `original` where nothing makes one. `heights` are those that are ready, the shorter
 * side of each in pixels; `problem` is the reason of a failure or delay.
 */
export const VideoState = z.object({
  state: z.enum(['original', 'waiting', 'making', 'ready', 'failed']),
  percent: z.number().int(),
  heights: z.array(z.number().int()),
  problem: z.string().nullable(),
})
export type VideoState = z.output<typeof VideoState>

/** The quality that is the file as it was uploaded. */
export const ORIGINAL = 'original'

/**
 * Renditions of a set, the least quality first, with those ready (`sound` is the sound alone, `poster` and `sprite` are
 * its images, without which it is ready too). Segments are as long as `segmentSeconds` says. `poster.second` is the time of its frame. `source`
 * is the SHA-256 of the video, in hex: renditions of other bytes are of no use.
 */
export const VideoPlan = z.object({
  source: z.string(),
  rungs: z.array(
    z.object({ id: z.string(), width: z.number().int(), height: z.number().int(), kilobits: z.number().int() }),
  ),
  sound: z.boolean(),
  seconds: z.number(),
  poster: z.object({ width: z.number().int(), height: z.number().int(), second: z.number() }),
  sprite: VideoSprite.omit({ url: true }),
  made: z.array(z.string()),
})
export type VideoPlan = z.output<typeof VideoPlan>
