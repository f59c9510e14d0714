import { z } from 'zod'
import { newDeviceLetter } from '../../platform/mail/new-device.ts'
import { findHolder } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

const SETTINGS = { user: '/dashboard/settings', admin: '/admin?tab=password' }

/** Tells the holder of an account of a sign-in on a device that the account did not know. */
export const newDeviceMailJob = mailJob({
  name: 'new-device-mail',
  payload: z.object({ audience: z.enum(['user', 'admin']), id: z.number(), device: z.string(), at: z.string() }),
  async find(ctx, { audience, id, device, at }) {
    const holder = await findHolder(ctx.db, audience, id)
    if (!holder) return undefined
    const data = { name: holder.name, device, at: new Date(at), settingsPath: SETTINGS[audience] }
    return {
      to: holder.email,
      language: holder.language,
      letter: (shop) => newDeviceLetter({ ...data, ...shop }),
      about: { audience, holder_id: holder.public_id },
    }
  },
})
