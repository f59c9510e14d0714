import { z } from 'zod'
import { contactLinkLetter, contactTakenLetter } from '../../platform/mail/contact-link.ts'
import { LINK_MINUTES, makeLink } from '../../shop/auth/contact-changes.ts'
import { mailJob } from './mail-job.ts'

/**
 * Mails the link of a change that waits; when somebody else has the address or phone, that account is told instead. The
 * token is in no payload: a further try makes another one, which ends the one before.
 */
export const contactLinkMailJob = mailJob({
  name: 'contact-link-mail',
  payload: z.object({ user_id: z.string(), kind: z.enum(['email', 'phone']) }),
  retries: 10,
  async find(ctx, { user_id, kind }) {
    const link = await makeLink(ctx, user_id, kind)
    if (!link) return undefined
    return {
      to: link.to,
      language: link.language,
      letter: (shop) =>
        link.taken
          ? contactTakenLetter({ kind, ...shop })
          : contactLinkLetter({ ...link, kind, minutes: LINK_MINUTES, ...shop }),
      about: { user_id, kind },
    }
  },
})
