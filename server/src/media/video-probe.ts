import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { writeCatalogue } from '../catalogue/catalogue.queries.ts'
import type { Context } from '../context.ts'
import { fileNameOf, findMedia, listUnprobedVideos, updateMediaProbe } from './media.queries.ts'

/** Pixels and seconds; null where the file does not say. */
export type VideoFacts = { width: number | null; height: number | null; seconds: number | null; sound?: boolean }

const NOTHING: VideoFacts = { width: null, height: null, seconds: null }
const PROBE_MS = 20_000
const PROBE_MEGABYTES = 96
/** A video that is this young has its own job under way. */
const YOUNG_MS = 10 * 60_000

const PROBE = fileURLToPath(new URL('./video-probe-process.ts', import.meta.url))

/**
 * What a video file says of itself. The file is foreign: it is read by a process with little memory and no settings of ours,
 * which ends with it, and not for longer than 20 s. What cannot be read is no error.
 */
export async function probeVideo(path: string): Promise<VideoFacts> {
  const execArgv = [`--max-old-space-size=${PROBE_MEGABYTES}`]
  const child = fork(PROBE, [path], { env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_MS)
  try {
    return await new Promise<VideoFacts>((resolve) => {
      child.once('message', (facts) => resolve(facts as VideoFacts))
      child.once('error', () => resolve(NOTHING))
      child.once('exit', () => resolve(NOTHING))
    })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** Looks into a stored video and notes what it says. Safe to repeat; nothing happens when it is gone. */
export async function probeStoredVideo(
  { db, files, now }: Pick<Context, 'db' | 'files' | 'now'>,
  mediaId: string,
): Promise<void> {
  const media = await findMedia(db, mediaId)
  if (media?.kind !== 'video') return
  const key = { mediaId, name: fileNameOf(media) }
  const { sound: _, ...facts } = (await files.has(key)) ? await files.useLocal(key, probeVideo) : NOTHING
  // Sales pages say how long the lessons are.
  await writeCatalogue(db, (trx) => updateMediaProbe(trx, mediaId, { ...facts, now: now() }))
}

/** Does so for videos that were stored before there was such a look, or whose job was lost; some with every call. */
export async function probeForgottenVideos(ctx: Pick<Context, 'db' | 'files' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - YOUNG_MS)
  for (const mediaId of await listUnprobedVideos(ctx.db, before, 20)) await probeStoredVideo(ctx, mediaId)
}
