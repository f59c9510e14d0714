import type { AnyProcedure } from '@orpc/server'
import type { CallContext, Context, Db } from '../../context.ts'
import { type Change, changedFields, noteChange } from '../activity/note-change.ts'

type Call<Input, Answer> = {
  handler(run: (call: { input: Input; context: CallContext }) => Promise<Answer>): AnyProcedure
}

/**
 * Handles the two calls of a setting. A save is one transaction with its activity entry, which lists the changed fields of `noted`, or of all
 * fields. `find` locks before `store`, which may refuse.
 */
export const setting = <Value extends object, Input, Answer>({
  calls: [read, save],
  entry,
  find,
  store,
  noted = (value) => value,
  answer,
}: {
  calls: readonly [read: Call<unknown, Value>, save: Call<Input, Answer>]
  entry?: Pick<Change, 'id' | 'name'>
  find: (db: Db, how: { lock: boolean }) => Promise<Value>
  store: (trx: Db, input: Input, at: { before: Value; now: Context['now'] }) => Promise<unknown>
  noted?: (value: Value) => object
  answer: (value: Value) => Answer
}) => ({
  read: read.handler(({ context }) => find(context.ctx.db, { lock: false })),

  save: save.handler(({ input, context }) =>
    context.ctx.db.transaction(async (trx) => {
      const before = await find(trx, { lock: true })
      await store(trx, input, { before, now: context.ctx.now })
      const after = await find(trx, { lock: false })
      await noteChange(trx, { kind: 'settings', ...entry, ...changedFields(noted(before), noted(after)) })
      return answer(after)
    }),
  ),
})
