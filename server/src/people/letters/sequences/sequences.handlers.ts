import { calls } from '../../../context.ts'
import { readSequences, writeSequence } from './sequences.service.ts'

export const sequenceHandlers = {
  list: calls.sequences.list.handler(({ context }) => readSequences(context.ctx.db)),

  create: calls.sequences.create.handler(({ input, context }) => writeSequence(context.ctx, context, input.body)),

  update: calls.sequences.update.handler(({ input, context }) =>
    writeSequence(context.ctx, context, input.body, input.params.id),
  ),
}
