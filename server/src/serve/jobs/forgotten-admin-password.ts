import { z } from 'zod'
import { adminPasswordLetter } from '../../platform/mail/admin-password.ts'
import { ADMIN_LINK_MINUTES, makeAdminLink } from '../../shop/auth/admin-password-link.ts'
import { mailJob } from './mail-job.ts'

/** Mails the link for a new admin password, if there is such an admin. The token is in no payload; a further try makes another one. */
export const forgottenAdminPasswordJob = mailJob({
  name: 'forgotten-admin-password',
  payload: z.strictObject({ email: z.string() }),
  retries: 10,
  async find(ctx, { email }) {
    const link = await makeAdminLink(ctx, email)
    if (!link) return undefined
    const { admin_id, token } = link
    return {
      to: link.email,
      language: 'en' as const,
      letter: (shop) => adminPasswordLetter({ token, minutes: ADMIN_LINK_MINUTES, ...shop }),
      about: { admin_id },
    }
  },
})
