import type { VideoState } from 'contract/media/videos'
import type { Context } from '../../context.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { findSets, listRungs } from './videos.queries.ts'

/** Returns the state of these lesson videos' sets, by id. */
export async function findVideoStates(
  { config, db }: Pick<Context, 'config' | 'db'>,
  mediaIds: readonly string[],
): Promise<Map<string, VideoState>> {
  if (mediaIds.length === 0) return new Map()
  const [sets, rungs, program] = await Promise.all([
    findSets(db, mediaIds),
    listRungs(db, mediaIds),
    findFfmpeg(config),
  ])
  return new Map(
    mediaIds.map((mediaId) => {
      const { state = 'waiting', percent = 0, problem = null } = sets.get(mediaId) ?? {}
      const heights = rungs
        .filter(({ media_id }) => media_id === mediaId)
        .flatMap(({ width, height }) => (width && height ? [Math.min(width, height)] : []))
        .sort((one, other) => one - other)
      // A set that cannot be finished waits for nothing.
      const open = state === 'waiting' || state === 'making'
      return [mediaId, { state: open && !program ? ('original' as const) : state, percent, heights, problem }]
    }),
  )
}
