import { LINES_SHOWN, type MoveKind } from 'contract/move-in/fields'
import type { Move } from 'contract/move-in/move-in'
import { type CallContext, calls, requireAdmin } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findLines } from './move-rows.queries.ts'
import {
  deleteMove,
  findMove,
  listMoves,
  lockMove,
  type MoveRow,
  moveLetterCounted,
  updateMove,
} from './moves.queries.ts'
import { planMove } from './plan-move.ts'
import { readFileAgain, startMove } from './read-file.ts'
import { skippedCsv } from './skipped.ts'
import { undoMove, undoUntil } from './undo-move.ts'

const LISTED = 50

const KINDS_OF = {
  owner: ['students', 'courses', 'orders'],
  support: ['students', 'orders'],
  editor: ['courses'],
  finance: [],
} as const satisfies Record<string, readonly MoveKind[]>

const kindsOf = (context: CallContext): readonly MoveKind[] => KINDS_OF[requireAdmin(context).role]

function requireKind(context: CallContext, kind: MoveKind): void {
  if (!kindsOf(context).includes(kind)) throw plainError('forbidden', 'Your role does not allow this')
}

const notFound = () => plainError('not_found', 'Move not found')

/** The move, of a kind that the caller's role may move in; until a kind is chosen, the guessed one counts, and who read it. 404, 403. */
function requireMove(context: CallContext, move: MoveRow | undefined): MoveRow {
  if (!move) throw notFound()
  const isOwn = move.kind === null && move.made_by === requireAdmin(context).id
  if (!isOwn) requireKind(context, move.kind ?? move.read.kind_guess)
  return move
}

const readMove = async (context: CallContext, id: string) => requireMove(context, await findMove(context.ctx.db, id))

function toMove(move: MoveRow, now: Date): Move {
  const { move_id, status, kind, source, file_name, rows, done, planned, counts, message, made_at, finished_at } = move
  const until = undoUntil(move)
  return {
    move_id,
    status,
    kind,
    source,
    file_name,
    rows,
    done,
    of: planned,
    counts,
    message,
    made_at,
    finished_at,
    undo_until: until && until > now ? until.toISOString() : null,
    letter: null,
  }
}

export const moveInHandlers = {
  start: calls.moveIn.start.handler(({ input, context }) =>
    startMove(context.ctx, requireAdmin(context), { ...input, upload: context.upload }),
  ),

  readAgain: calls.moveIn.readAgain.handler(async ({ input, context }) => {
    const { move_id, ...how } = input
    await readMove(context, move_id)
    return readFileAgain(context.ctx, requireAdmin(context), move_id, how)
  }),

  plan: calls.moveIn.plan.handler(async ({ input, context }) => {
    const { move_id, ...plan } = input
    requireKind(context, plan.kind)
    await readMove(context, move_id)
    const counts = await planMove(context.ctx, requireAdmin(context), move_id, plan)
    return { counts, lines: (await findLines(context.ctx.db, move_id, { offset: 0, limit: LINES_SHOWN })).lines }
  }),

  lines: calls.moveIn.lines.handler(async ({ input, context }) => {
    const { move_id, offset = 0, ...filter } = input
    await readMove(context, move_id)
    return findLines(context.ctx.db, move_id, { ...filter, offset, limit: LINES_SHOWN })
  }),

  run: calls.moveIn.run.handler(({ input, context }) => beginMove(context, input.move_id)),

  get: calls.moveIn.get.handler(async ({ input, context }) => {
    const { db, now } = context.ctx
    const move = await readMove(context, input.move_id)
    if (move.kind !== 'students' || move.done === 0) return toMove(move, now())
    const [letter = null] = await moveLetterCounted(db, move.move_id)
    return { ...toMove(move, now()), letter }
  }),

  stop: calls.moveIn.stop.handler(({ input, context }) => {
    const { ctx } = context
    return ctx.db.transaction(async (trx) => {
      const move = requireMove(context, await lockMove(trx, input.move_id))
      if (move.status !== 'running') return toMove(move, ctx.now())
      const stopped = { status: 'stopped', finished_at: ctx.now() } as const
      await updateMove(trx, move.move_id, stopped)
      await noteChange(trx, { kind: 'other', id: move.move_id, name: move.file_name, after: { done: move.done } })
      return toMove({ ...move, ...stopped, finished_at: stopped.finished_at.toISOString() }, ctx.now())
    })
  }),

  undo: calls.moveIn.undo.handler(async ({ input, context }) => {
    const { ctx } = context
    requireMove(context, await findMove(ctx.db, input.move_id))
    return toMove(await undoMove(ctx, input.move_id), ctx.now())
  }),

  discard: calls.moveIn.discard.handler(({ input, context }) =>
    context.ctx.db.transaction(async (trx) => {
      const { move_id, status, file_name, rows } = requireMove(context, await lockMove(trx, input.move_id))
      if (status !== 'read' && status !== 'planned') throw plainError('conflict', 'This move has begun')
      await deleteMove(trx, move_id)
      await noteChange(trx, { kind: 'other', id: move_id, name: file_name, before: { rows } })
      return { message: `${file_name} is discarded` }
    }),
  ),

  list: calls.moveIn.list.handler(async ({ context }) => {
    const moves = await listMoves(context.ctx.db, kindsOf(context), LISTED)
    return { moves: moves.map((move) => toMove(move, context.ctx.now())) }
  }),

  skipped: calls.moveIn.skipped.handler(async ({ input, context }) =>
    skippedCsv(context, await readMove(context, input.move_id)),
  ),

  draft: calls.moveIn.draft.handler(async ({ input, context }) => {
    const { move_id, read, plan } = await readMove(context, input.move_id)
    return { read: { move_id, ...read }, plan }
  }),
}

/** Begins or resumes a planned move; its job is in the same transaction. Again changes nothing. 409 without a plan. */
function beginMove(context: CallContext, moveId: string): Promise<Move> {
  const { ctx } = context
  return ctx.db.transaction(async (trx) => {
    const move = requireMove(context, await lockMove(trx, moveId))
    if (move.status === 'running') return toMove(move, ctx.now())
    if (!['planned', 'stopped', 'failed'].includes(move.status))
      throw plainError('conflict', move.status === 'read' ? 'See the plan first' : 'This move is over')
    const begun = { status: 'running', message: null, finished_at: null } as const
    await updateMove(trx, moveId, { ...begun, ...(move.started_at === null && { started_at: ctx.now() }) })
    await ctx.queue.send(trx, 'move-in', {}, { singletonKey: 'all' })
    const { kind, file_name, rows, planned, plan } = move
    await noteChange(trx, {
      kind: kind === 'courses' ? 'course' : kind === 'orders' ? 'order' : 'user',
      name: file_name,
      after: { moved: kind, rows, taken: planned, mail: plan?.mail },
    })
    return toMove({ ...move, ...begun }, ctx.now())
  })
}
