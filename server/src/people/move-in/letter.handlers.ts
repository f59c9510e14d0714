import { type CallContext, calls } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { type Columns, time } from '../../platform/files/columns.ts'
import { testAddress } from '../../shop/auth/test-address.ts'
import { csvStream } from '../../shop/exports/csv.ts'
import { listMovedPeople, type MovedPersonRow } from './letter.queries.ts'
import { beginLetter, haltLetter, previewLetter, readLetter, sendTestLetter } from './letter.service.ts'
import { findMove } from './moves.queries.ts'

async function requireLetter({ ctx }: CallContext, moveId: string): Promise<void> {
  if (!(await findMove(ctx.db, moveId))) throw plainError('not_found', 'Move not found')
}

const movedColumns: Columns<MovedPersonRow> = {
  'User ID': 'user_id',
  Name: 'name',
  Email: 'email',
  Courses: (row) => row.courses.join('; '),
  'Letter sent': time('sent_at'),
  'First login': time('came_at'),
}

/** The letter to the people of a move. A move of courses has nobody, whoever asks. */
export const moveLetterHandlers = {
  getLetter: calls.moveIn.getLetter.handler(async ({ input: { move_id }, context }) => {
    await requireLetter(context, move_id)
    return readLetter(context.ctx, move_id)
  }),

  previewLetter: calls.moveIn.previewLetter.handler(async ({ input: { move_id, ...letter }, context }) => {
    await requireLetter(context, move_id)
    return previewLetter(context.ctx, move_id, letter)
  }),

  testLetter: calls.moveIn.testLetter.handler(async ({ input: { move_id, to, ...letter }, context }) => {
    await requireLetter(context, move_id)
    const address = await testAddress(context, to, 'to')
    await sendTestLetter(context.ctx, move_id, letter, address)
    return { message: `Test sent to ${address}` }
  }),

  sendLetter: calls.moveIn.sendLetter.handler(async ({ input: { move_id, ...letter }, context }) => {
    await requireLetter(context, move_id)
    await beginLetter(context.ctx, move_id, letter)
    return readLetter(context.ctx, move_id)
  }),

  stopLetter: calls.moveIn.stopLetter.handler(async ({ input: { move_id }, context }) => {
    await requireLetter(context, move_id)
    await haltLetter(context.ctx, move_id)
    return readLetter(context.ctx, move_id)
  }),

  people: calls.moveIn.people.handler(async ({ input: { move_id, offset, ...asked }, context }) => {
    await requireLetter(context, move_id)
    const { db, now } = context.ctx
    const { people, total } = await listMovedPeople(db, move_id, asked, { now: now(), offset })
    return { people: people.map(({ id: _, ...person }) => person), total }
  }),

  file: calls.exports.movedPeople.handler(({ input: { move_id, ...asked }, context }) => {
    const now = context.ctx.now()
    return csvStream(context, 'moved-students', movedColumns, async (db, last, limit) => {
      return (await listMovedPeople(db, move_id, asked, { now, after: last?.id ?? 0, limit })).people
    })
  }),
}
