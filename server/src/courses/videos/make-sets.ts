import { randomBytes } from 'node:crypto'
import { findFfmpeg } from '../media/ffmpeg.ts'
import { findUploadToConvert } from '../media/uploads.queries.ts'
import { convertUpload } from './convert-upload.ts'
import { type MakingContext, makeSet } from './make-set.ts'
import { findOpenSet, giveTurn, noteWantedSets, takeTurn } from './videos.queries.ts'

/** A silent process loses its turn after this long. */
const TURN_MS = 60_000
const BEAT_MS = 15_000

/**
 * Makes MP4s of uploads that no browser plays, and the sets of all lesson videos without one, one at a time over all processes, with ffmpeg; after a kill at any
 * point, the next call resumes with the same rung. Does nothing without ffmpeg.
 */
export async function makeSets(ctx: MakingContext, stopping: AbortSignal): Promise<void> {
  const program = await findFfmpeg(ctx.config)
  if (!program) return
  const { db, now } = ctx
  await noteWantedSets(db)
  const holder = randomBytes(12).toString('hex')
  const take = () => takeTurn(db, holder, { now: now(), until: new Date(now().getTime() + TURN_MS) })
  const isIdle = async () => !(await findUploadToConvert(db)) && !(await findOpenSet(db))
  if ((await isIdle()) || !(await take())) return
  const over = new AbortController()
  const beat = setInterval(async () => {
    // A process that slept for over a minute finds another at work.
    if (!(await take().catch(() => true))) over.abort(new Error('another process makes the sets'))
  }, BEAT_MS)
  try {
    const making = { program, stopping: AbortSignal.any([stopping, over.signal]) }
    for (;;) {
      const upload = await findUploadToConvert(db)
      const set = upload ? undefined : await findOpenSet(db)
      const made = upload ? await convertUpload(ctx, upload, making) : set && (await makeSet(ctx, set, making))
      if (!made) return
    }
  } catch (error) {
    // A stopped set resumes in the next process.
    if (!stopping.aborted && !over.signal.aborted) throw error
  } finally {
    clearInterval(beat)
    await giveTurn(db, holder)
  }
}
