import type { Context } from '../../../context.ts'
import type { Job } from '../../../platform/queue/queue.ts'
import { findWhatsapp } from '../../../platform/whatsapp/whatsapp-keys.queries.ts'
import { readTemplates } from './whatsapp.service.ts'

/** Reads the templates with their categories from Meta, where WhatsApp is set up and nothing stopped it. */
export function whatsappTemplatesJob(ctx: Context): Job {
  return {
    name: 'whatsapp-templates',
    single: true,
    mayFail: true,
    retries: 5,
    run: async () => {
      const row = await findWhatsapp(ctx.db)
      if (row && !row.stopped_at) await readTemplates(ctx, true)
    },
  }
}
