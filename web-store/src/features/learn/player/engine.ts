import type { StudentLesson } from 'contract/learning'

/** One that can be chosen: `height` is the shorter side of the picture, `megabytes` the whole of the lesson in it. */
export type VideoQuality = { id: string; height: number | 'sound'; megabytes?: number }

/** In place of an id: the best that the line carries. */
export const AUTO = 'auto'

/** Lists the qualities of a lesson's video, best first, the sound alone last. With one there is no choice. */
export function qualitiesOf(video: StudentLesson['video']): VideoQuality[] {
  const rungs = video?.rungs ?? []
  return rungs
    .map(({ id, height, bytes }) => ({ id, height: height ?? ('sound' as const), megabytes: bytes / 1e6 }))
    .sort((one, other) => sizeOf(other) - sizeOf(one))
}

const sizeOf = ({ height }: VideoQuality): number => (height === 'sound' ? 0 : height)
