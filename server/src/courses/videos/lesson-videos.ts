import { type LessonVideo, ORIGINAL } from 'contract/media/videos'
import type { Db } from '../../context.ts'
import type { FileFacts } from '../media/media.queries.ts'
import { INDEX, POSTER, SPRITE } from '../media/set-files.ts'
import { findSets, listRungs, type RungFacts, type VideoSet } from './videos.queries.ts'

/** Signs an address of a file for the reader. */
type Sign = (url: string, paid: boolean) => string

/** Returns the qualities of each video among these files, by address: its set where ready, else the original alone. */
export async function findLessonVideos(
  db: Db,
  files: ReadonlyMap<string, FileFacts>,
  sign: Sign,
): Promise<Map<string, LessonVideo>> {
  const videos = [...files.values()].filter(({ kind }) => kind === 'video')
  const sets = await findSets(db, videos.map(idOf))
  const ready = [...sets.values()].filter(({ state }) => state === 'ready').map(({ media_id }) => media_id)
  const rungs = await listRungs(db, ready)
  return new Map(
    videos.map((file) => {
      const set = sets.get(idOf(file))
      const made = rungs.filter(({ media_id }) => media_id === set?.media_id)
      return [file.url, set && made.length > 0 ? adaptive(file, set, made, sign) : original(file)]
    }),
  )
}

function original({ width, height, bytes, seconds }: FileFacts): LessonVideo {
  const rungs = width && height ? [{ id: ORIGINAL, height: Math.min(width, height), bytes }] : []
  return { playlist: null, rungs, poster: null, sprite: null, seconds, loudness: null }
}

function adaptive(file: FileFacts, set: VideoSet, made: readonly RungFacts[], sign: Sign): LessonVideo {
  const address = (name: string) => sign(`/media/${set.media_id}/${name}`, file.paid)
  const { poster, sprite, loudness } = set
  return {
    playlist: address(INDEX),
    rungs: made.map(({ rung, width, height, bytes }) => ({
      id: rung,
      bytes,
      height: width && height && Math.min(width, height),
    })),
    poster: poster ? address(POSTER) : null,
    sprite: sprite && { url: address(SPRITE), ...sprite },
    seconds: file.seconds,
    loudness,
  }
}

const idOf = ({ url }: FileFacts): string => url.split('/')[2] ?? ''
