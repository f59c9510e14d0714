import { formatRupees } from 'contract/money'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { invitedEmail, paidEmail } from './partner-emails.ts'
import { findPartners, findStatements } from './partners.queries.ts'
import { makeStatements } from './statements.ts'

/** Makes the statements of a month after its end, and those of partners whose shares were held then. */
export const partnerStatementsJob = (ctx: Context): Job => ({
  name: 'partner-statements',
  schedule: '23 * * * *',
  retries: 0,
  run: () => makeStatements(ctx),
})

/** Notifies a new partner of link and page. */
export const partnerInvitedMailJob = oneMail({
  name: 'partner-invited-mail',
  payload: z.object({ partner_id: z.string() }),
  async find(ctx, { partner_id }) {
    const [partner] = await findPartners(ctx.db, ctx.now(), { partnerId: partner_id })
    if (!partner?.email) return undefined
    const { name, percent, window_days, code } = partner
    const { storeUrl } = ctx.config
    return {
      to: partner.email,
      receiver: 'shop',
      language: await findLanguage(ctx.db, partner.user_id),
      letter: invitedEmail({
        name,
        percent,
        window_days,
        link: `${storeUrl}/?via=${code}`,
        page: `${storeUrl}/partner`,
      }),
      about: { partner_id },
    }
  },
})

/** Notifies a partner of a transfer. */
export const partnerPaidMailJob = oneMail({
  name: 'partner-paid-mail',
  payload: z.object({ statement_id: z.string() }),
  async find(ctx, { statement_id }) {
    const [row] = await findStatements(ctx.db, { statement_id })
    const [partner] = row ? await findPartners(ctx.db, ctx.now(), { partnerId: row.partner_id }) : []
    if (!row?.reference || !partner?.email) return undefined
    const { shares_paise: shares, tds_paise: tds } = row
    return {
      to: partner.email,
      receiver: 'shop',
      language: await findLanguage(ctx.db, partner.user_id),
      letter: paidEmail({
        name: partner.name,
        month: row.month,
        pay: formatRupees(shares - tds),
        shares: formatRupees(shares),
        tds: tds > 0 ? formatRupees(tds) : null,
        section: row.tds_section ?? '',
        reference: row.reference,
        page: `${ctx.config.storeUrl}/partner`,
      }),
      about: { statement_id },
    }
  },
})
