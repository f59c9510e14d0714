import { randomBytes } from 'node:crypto'
import { findFfmpeg } from './ffmpeg.ts'
import { type MakingContext, makeSet } from './make-set.ts'
import { findOpenSet, giveTurn, noteWantedSets, takeTurn } from './videos.queries.ts'

/** The turn of a process that says nothing more is over after so long. */
const TURN_MS = 60_000
const BEAT_MS = 15_000

/**
 * Makes the sets of all videos that lessons show and that have none, one at a time over all processes, with ffmpeg, until there is none
 * left; killed at any point, the next call goes on with the rung that was being made. Does nothing where there is no ffmpeg.
 */
export async function makeSets(ctx: MakingContext, stopping: AbortSignal): Promise<void> {
  const program = await findFfmpeg(ctx.config)
  if (!program) return
  const { db, now } = ctx
  await noteWantedSets(db)
  const holder = randomBytes(12).toString('hex')
  const take = () => takeTurn(db, holder, { now: now(), until: new Date(now().getTime() + TURN_MS) })
  if (!(await findOpenSet(db)) || !(await take())) return
  const over = new AbortController()
  const beat = setInterval(async () => {
    // Whoever has slept for longer than a minute finds another at work.
    if (!(await take().catch(() => true))) over.abort(new Error('another process makes the sets'))
  }, BEAT_MS)
  try {
    for (;;) {
      const set = await findOpenSet(db)
      if (!set || !(await makeSet(ctx, set, { program, stopping: AbortSignal.any([stopping, over.signal]) }))) return
    }
  } catch (error) {
    // What is stopped is taken up again by the next.
    if (!stopping.aborted && !over.signal.aborted) throw error
  } finally {
    clearInterval(beat)
    await giveTurn(db, holder)
  }
}
