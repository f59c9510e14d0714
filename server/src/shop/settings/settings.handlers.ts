import { calls } from '../../context.ts'
import { changeSettings, readSettings } from './settings.service.ts'

export const settingsHandlers = {
  public: calls.settings.public.handler(async ({ context }) => {
    const { settings, etag } = await context.ctx.read(readSettings)
    context.setHeader('ETag', etag)
    return settings
  }),

  get: calls.settings.get.handler(async ({ context }) => {
    const { settings, etag } = await readSettings(context.ctx.db)
    context.setHeader('ETag', etag)
    return settings
  }),

  update: calls.settings.update.handler(async ({ input, context }) => {
    const { settings, etag } = await changeSettings(context.ctx, input.body, input.headers?.['if-match'])
    context.setHeader('ETag', etag)
    return { message: 'Settings saved', settings }
  }),
}
