import type { Context } from '../../context.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { lookInto } from './foreign-look.ts'
import { fileNameOf, findMedia, listUnprobedVideos, updateMediaProbe } from './media.queries.ts'
import type { VideoFacts } from './video-facts.ts'

const NOTHING: VideoFacts = { width: null, height: null, seconds: null }
/** A video that is this young has its own job under way. */
const YOUNG_MS = 10 * 60_000

/** Reads a video file's metadata. An unreadable file is no error. */
export async function probeVideo(path: string): Promise<VideoFacts> {
  return lookInto({ who: path }, 'video', { path }).catch(() => NOTHING)
}

/** Examines a stored video and stores its metadata. Safe to repeat; does nothing when it is gone. */
export async function probeStoredVideo(
  { db, files, now }: Pick<Context, 'db' | 'files' | 'now'>,
  mediaId: string,
): Promise<void> {
  const media = await findMedia(db, mediaId)
  if (media?.kind !== 'video') return
  const key = { mediaId, name: fileNameOf(media) }
  const { sound: _, hdr: __, ...facts } = (await files.has(key)) ? await files.useLocal(key, probeVideo) : NOTHING
  // Sales pages show the lessons' length.
  await writeCatalogue(db, (trx) => updateMediaProbe(trx, mediaId, { ...facts, now: now() }))
}

/** Examines videos that were stored before this existed, or whose job was lost; some with every call. */
export async function probeForgottenVideos(ctx: Pick<Context, 'db' | 'files' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - YOUNG_MS)
  for (const mediaId of await listUnprobedVideos(ctx.db, before, 20)) await probeStoredVideo(ctx, mediaId)
}
