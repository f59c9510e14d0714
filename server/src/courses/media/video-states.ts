import type { VideoState } from 'contract/media/videos'
import type { Context } from '../../context.ts'
import { VIDEO_SETS } from '../videos/videos.sql.ts'
import { findFfmpeg } from './ffmpeg.ts'

const WANTED: VideoState = { state: 'waiting', percent: 0, heights: [], problem: null }

/** Returns the state of these lesson videos' sets, by id. */
export async function findVideoStates(
  { config, db }: Pick<Context, 'config' | 'db'>,
  mediaIds: readonly string[],
): Promise<Map<string, VideoState>> {
  if (mediaIds.length === 0) return new Map()
  const [sets, program] = await Promise.all([
    db<VideoState & { media_id: string }>(db.raw(`${VIDEO_SETS} as s`)).whereIn('media_id', [...mediaIds]),
    findFfmpeg(config),
  ])
  return new Map(
    mediaIds.map((mediaId) => {
      const { state, percent, heights, problem } = sets.find(({ media_id }) => media_id === mediaId) ?? WANTED
      // A set that cannot be finished waits for nothing.
      const open = state === 'waiting' || state === 'making'
      return [mediaId, { state: open && !program ? ('original' as const) : state, percent, heights, problem }]
    }),
  )
}
