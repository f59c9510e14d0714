import { calls } from '../../context.ts'
import { addProcessor, changeProcessor, listProcessors, removeProcessor } from './processors.service.ts'

export const processorsHandlers = {
  shown: calls.processors.shown.handler(async ({ context }) =>
    (await listProcessors(context.ctx)).map(({ name, purpose, country }) => ({ name, purpose, country })),
  ),

  list: calls.processors.list.handler(({ context }) => listProcessors(context.ctx)),

  add: calls.processors.add.handler(async ({ input, context }) => {
    await addProcessor(context.ctx, input)
    return { message: 'Processor added' }
  }),

  update: calls.processors.update.handler(async ({ input, context }) => {
    await changeProcessor(context.ctx, input.params.processor_id, input.body)
    return { message: 'Processor saved' }
  }),

  delete: calls.processors.delete.handler(async ({ input, context }) => {
    await removeProcessor(context.ctx, input.params.processor_id)
    return { message: 'Processor removed' }
  }),
}
