import { z } from 'zod'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findByContacts } from '../../shop/users/by-contact.queries.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { payLinkUrl } from './pay-link-address.ts'
import { payLinkEmail } from './pay-link-email.ts'
import { findShown } from './pay-links.queries.ts'
import { statusAt } from './pay-links.service.ts'

/** Mails a pay link to its person, unless it has ended meanwhile. */
export const payLinkMailJob = oneMail({
  name: 'pay-link-mail',
  payload: z.object({ pay_link_id: z.string() }),
  async find(ctx, { pay_link_id }) {
    const link = await findShown(ctx.db, pay_link_id)
    if (!link?.email || statusAt(link, ctx.now()) !== 'invited') return undefined
    const [user] = await findByContacts(ctx.db, [link.email], [])
    const { name, courses, note } = link
    const shown = { name: name ?? user?.name ?? null, courses, note, ends_at: new Date(link.ends_at) }
    return {
      to: link.email,
      receiver: 'shop',
      language: user ? await findLanguage(ctx.db, user.id) : 'en',
      letter: payLinkEmail({
        ...shown,
        total_paise: Number(link.total_paise),
        url: payLinkUrl(ctx.config, pay_link_id),
      }),
      about: { pay_link_id },
    }
  },
})
