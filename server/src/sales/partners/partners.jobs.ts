import { formatRupees } from 'contract/money'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { findReader } from '../../shop/users/language.queries.ts'
import { invitedEmail, paidEmail, payeeChangedEmail } from './partner-emails.ts'
import { findPartners, findPayouts } from './partners.queries.ts'
import { masked, payeeOf } from './payees.ts'
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
  async find({ db, now, config: { storeUrl } }, about) {
    const [partner] = await findPartners(db, now(), { partnerId: about.partner_id })
    const reader = partner && (await findReader(db, partner.user_id))
    if (!reader) return undefined
    const { name, percent, window_days, membership_payments, code } = partner
    const [link, page] = [`${storeUrl}/?via=${code}`, `${storeUrl}/partner`]
    const { login_code: byCode } = await findDelivery(db)
    const letter = invitedEmail({ name, percent, window_days, membership_payments, link, page, byCode })
    return { ...reader, receiver: 'shop', letter, about }
  },
})

/** Notifies a partner of another account or PAN, so that a takeover does not stay unseen. */
export const partnerPayeeMailJob = oneMail({
  name: 'partner-payee-mail',
  payload: z.object({ partner_id: z.string(), at: z.string() }),
  async find({ db, now, config }, about) {
    const [partner] = await findPartners(db, now(), { partnerId: about.partner_id })
    const reader = partner && (await findReader(db, partner.user_id))
    if (!reader) return undefined
    const shown = masked(payeeOf(config.encryptionKeys, partner))
    const letter = payeeChangedEmail({ name: partner.name, ...shown, page: `${config.storeUrl}/partner` })
    return { ...reader, receiver: 'shop', letter, about }
  },
})

/** Notifies a partner of a transfer. */
export const partnerPaidMailJob = oneMail({
  name: 'partner-paid-mail',
  payload: z.object({ statement_id: z.string() }),
  async find({ db, now, config }, about) {
    const [row] = await findPayouts(db, now(), { statementId: about.statement_id })
    const reader = row?.reference && (await findReader(db, row.user_id))
    if (!reader) return undefined
    const { name, month, reference, shares_paise, tds_paise, tds_section } = row
    return {
      ...reader,
      receiver: 'shop',
      letter: paidEmail({
        name,
        month,
        reference: reference ?? '',
        section: tds_section ?? '',
        pay: formatRupees(shares_paise - tds_paise),
        shares: formatRupees(shares_paise),
        tds: tds_paise > 0 ? formatRupees(tds_paise) : null,
        page: `${config.storeUrl}/partner`,
      }),
      about,
    }
  },
})
