import { z } from 'zod'
import { profileChangedLetter } from '../../platform/mail/profile-changed.ts'
import { findRecipient } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

const payload = z.object({
  user_id: z.string(),
  old_email: z.string(),
  changed: z.array(z.enum(['email', 'phone'])).min(1),
  /** It was only asked for. */
  asked: z.boolean().optional(),
})

/** Tells the address an account had before that its contact data changed, so that a takeover does not stay unseen. */
export const profileChangedMailJob = mailJob({
  name: 'profile-changed-mail',
  payload,
  async find(ctx, { user_id, old_email, changed, asked = false }) {
    const user = await findRecipient(ctx.db, user_id)
    if (!user) return undefined
    return {
      to: old_email,
      language: user.language,
      letter: (shop) => profileChangedLetter({ changed, asked, ...shop }),
      about: { user_id },
    }
  },
})
