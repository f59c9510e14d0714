import express, { type Router } from 'express'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createMailPage } from './mail/mail-page.ts'
import { createSandbox } from './payments/sandbox/sandbox.ts'

/** What only a development machine shows below `/sandbox`: the gateway's stand-in and the mails that were written. */
export function createSandboxPages(
  ctx: Context,
  keys: NonNullable<Config['sandbox']>,
): { router: Router; close(): Promise<void> } {
  const sandbox = createSandbox({
    db: ctx.db,
    keys,
    storeUrl: () => ctx.config.storeUrl,
    webhookUrl: () => `${ctx.config.storeUrl}/api/webhooks/razorpay`,
    log: ctx.log,
    now: ctx.now,
  })
  const router = express.Router()
  router.use('/razorpay', sandbox.router)
  router.use('/mail', createMailPage(ctx))
  return { router, close: sandbox.close }
}
