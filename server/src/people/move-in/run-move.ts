import type { MoveCounts } from 'contract/move-in/plan'
import type { Context, Db } from '../../context.ts'
import { countMoved } from '../../courses/enrolments/moved.queries.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { isDatabaseUnavailable, patiently } from '../../platform/db/knex.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { bringRows, type MadeCourses, makeNewCourses } from './bring-rows.ts'
import { AccountsChanged } from './bring-students.ts'
import { findEmptyCourses } from './empty-courses.queries.ts'
import { countRows, findOpenRows, updateRows } from './move-rows.queries.ts'
import { countPeople, findMove, findRunning, lockMove, type MoveRow, updateMove } from './moves.queries.ts'

/** Rows of one transaction: a stop, a kill or another instance waits for no more. */
const CHUNK = 500
/** A course has several statements. */
const COURSES = 20
const TRIES = 5
const NOT_WRITTEN = 'This row could not be written'

/**
 * Goes on with every running move, chunk by chunk, until it is done or stopped. Each chunk is one transaction that holds
 * its move, so that several instances never bring a row twice; after a kill the next call resumes.
 */
export async function runMoves(ctx: Context, stopping: AbortSignal): Promise<void> {
  for (const moveId of await findRunning(ctx.db)) {
    const move = await findMove(ctx.db, moveId)
    if (!move || stopping.aborted) continue
    const made = await makeNewCourses(ctx, move)
    let [size, after] = [CHUNK, 0]
    for (let tries = 0; !stopping.aborted; ) {
      try {
        const last = await runChunk(ctx, move, { made, size, after })
        if (last === undefined) break
        ;[size, tries, after] = [CHUNK, 0, last]
      } catch (error) {
        if (isDatabaseUnavailable(error as Error)) throw error
        tries += 1
        if (error instanceof AccountsChanged && tries < TRIES) continue
        ctx.log.warn({ err: error, move_id: moveId, rows: size }, 'rows of a move could not be written')
        // Without a row to blame, the next minute tries again.
        if (size === 1 && !(await leaveOut(ctx, moveId))) throw error
        size = Math.ceil(size / 8)
      }
    }
  }
}

/** Brings the next rows and returns the last one; undefined once the move is over, stopped, or in another instance's hands. */
async function runChunk(
  ctx: Context,
  { move_id: moveId, kind }: MoveRow,
  { made, size, after }: { made: MadeCourses; size: number; after: number },
): Promise<number | undefined> {
  const begin = kind === 'courses' ? writeCatalogue<number | undefined> : patiently<number | undefined>
  const last = await begin(ctx.db, async (trx) => {
    const move = await lockMove(trx, moveId, { skipLocked: true })
    if (move?.status !== 'running') return undefined
    const limit = kind === 'courses' ? Math.min(size, COURSES) : size
    const rows = await findOpenRows(trx, moveId, { after, limit })
    if (rows.length === 0) {
      await finish(ctx, trx, move)
      return undefined
    }
    const now = ctx.now()
    await updateRows(trx, moveId, await bringRows(ctx, trx, rows, { move, made, now }), now)
    await updateMove(trx, moveId, { done: move.done + rows.length })
    failpoint(ctx, 'move-in:before-commit')
    return rows.at(-1)?.row
  })
  failpoint(ctx, 'move-in:after-commit')
  return last
}

/** Leaves out the next row; false without one. */
async function leaveOut(ctx: Context, moveId: string): Promise<boolean> {
  return ctx.db.transaction(async (trx) => {
    const move = await lockMove(trx, moveId)
    const [row] = await findOpenRows(trx, moveId, { after: 0, limit: 1 })
    if (move?.status !== 'running' || !row) return false
    await updateRows(trx, moveId, [{ ...row, state: 'invalid', reason: NOT_WRITTEN }], ctx.now())
    await updateMove(trx, moveId, { done: move.done + 1 })
    return true
  })
}

async function finish(ctx: Context, trx: Db, move: MoveRow): Promise<void> {
  await updateMove(trx, move.move_id, {
    status: 'done',
    finished_at: ctx.now(),
    bytes: null,
    message: null,
    counts: await countDone(trx, move, ctx.now()),
  })
  await ctx.queue.send(trx, 'analyze-tables', {}, { singletonKey: 'all' })
}

/** Counts what a move has brought so far. */
export async function countDone(db: Db, { move_id, kind, counts }: MoveRow, now: Date): Promise<MoveCounts> {
  const rows = await countRows(db, move_id)
  const courses = kind === 'courses' ? rows.new : (counts?.courses ?? 0)
  return {
    ...rows,
    ...(await countPeople(db, move_id)),
    enrolments: await countMoved(db, move_id),
    courses,
    empty_courses: kind === 'students' ? await findEmptyCourses(db, move_id, now) : undefined,
  }
}
