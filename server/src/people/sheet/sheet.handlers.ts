import { calls } from '../../context.ts'
import { readState, removeSheet, saveSheet, testSheet } from './sheet.service.ts'

export const sheetHandlers = {
  get: calls.sheet.get.handler(({ context }) => readState(context.ctx)),

  save: calls.sheet.save.handler(({ input, context }) => saveSheet(context.ctx, input)),

  remove: calls.sheet.remove.handler(async ({ context }) => {
    await removeSheet(context.ctx)
    return { message: 'The sheet is disconnected' }
  }),

  test: calls.sheet.test.handler(({ context }) => testSheet(context.ctx)),
}
