import { DAY_MS } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { takeBackMoved } from '../../courses/enrolments/moved.queries.ts'
import { findLearnedSince } from '../../courses/learning/learning-progress.queries.ts'
import { takeBackProgress } from '../../courses/learning/moved-progress.ts'
import { plainError } from '../../errors.ts'
import { patiently } from '../../platform/db/knex.ts'
import { takeBackPastOrders } from '../../sales/past-orders/past-orders.queries.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findSeenSince } from '../../shop/auth/sessions.queries.ts'
import { takeBackMovedConsents } from '../../shop/consents/consents.queries.ts'
import { deleteUnusedAccounts } from '../../shop/users/credentials.queries.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'
import { findPeople, forgetPeople, lockMove, type MoveRow, updateMove } from './moves.queries.ts'

const UNDO_DAYS = 7
const CHUNK = 500

/** The end of the time in which a move can be undone; undefined where it cannot. */
export function undoUntil({ status, kind, finished_at }: MoveRow): Date | undefined {
  if ((status !== 'done' && status !== 'stopped') || kind === 'courses' || finished_at === null) return undefined
  return new Date(new Date(finished_at).getTime() + UNDO_DAYS * DAY_MS)
}

/**
 * Takes back what a move gave to people who have not logged in since, and removes the accounts that it made for them if
 * they own nothing else; past orders of a move are deleted. Each chunk is a transaction; after a failure the next call resumes. 409 once it is too late.
 */
export async function undoMove(ctx: Context, moveId: string): Promise<MoveRow> {
  const undone = { people: 0, courses: 0, accounts: 0 }
  for (let after = 0; ; ) {
    const last = await patiently(ctx.db, async (trx) => {
      const move = await lockMove(trx, moveId)
      const until = move && undoUntil(move)
      if (!move || !until || until <= ctx.now()) throw plainError('conflict', 'This move can no longer be undone')
      const people = await findPeople(trx, moveId, { after, limit: CHUNK })
      if (people.length === 0) return undefined
      const taken = await undoChunk(trx, move, people)
      undone.people += taken.people
      undone.courses += taken.courses
      undone.accounts += taken.accounts
      return people.at(-1)?.user_id
    })
    if (last === undefined) break
    after = last
  }
  return ctx.db.transaction(async (trx) => {
    const move = (await lockMove(trx, moveId)) as MoveRow
    const orders = move.kind === 'orders' ? await takeBackPastOrders(trx, moveId) : 0
    const stay = await findPeople(trx, moveId, { after: 0, limit: 100_000 })
    await takeBackMovedConsents(trx, moveId, { but: stay.map(({ user_id }) => user_id) })
    const stored = stay.length === 0 ? '' : ` ${stay.length} people have logged in since and keep their courses.`
    const message =
      move.kind === 'orders'
        ? `${orders} past orders taken back.`
        : `${undone.courses} courses taken back from ${undone.people} people, ${undone.accounts} accounts removed.${stored}`
    await updateMove(trx, moveId, { status: 'undone', message, bytes: null })
    await noteChange(trx, { kind: 'user', name: move.file_name, before: { ...undone, orders, kept: stay.length } })
    return { ...move, status: 'undone', message }
  })
}

async function undoChunk(trx: Db, move: MoveRow, people: readonly { user_id: number; made: boolean }[]) {
  const ids = people.map(({ user_id }) => user_id)
  await lockBuyers(trx, ids)
  const since = move.started_at ?? move.made_at
  const arrived = new Set([...(await findSeenSince(trx, ids, since)), ...(await findLearnedSince(trx, ids, since))])
  const away = people.filter(({ user_id }) => !arrived.has(user_id))
  const awayIds = away.map(({ user_id }) => user_id)
  const taken = await takeBackMoved(trx, move.move_id, awayIds)
  await takeBackProgress(trx, move.move_id, taken)
  await takeBackMovedConsents(trx, move.move_id, { of: awayIds })
  await forgetPeople(trx, move.move_id, awayIds)
  const made = away.filter(({ made }) => made).map(({ user_id }) => user_id)
  return { people: away.length, courses: taken.length, accounts: await deleteUnusedAccounts(trx, made) }
}
