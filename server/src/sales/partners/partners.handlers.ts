import { toPaise, toRupees } from 'contract/money'
import { calls, requireUser } from '../../context.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { csvStream } from '../../shop/exports/csv.ts'
import { listTds, type TdsRow, upsertTds } from './partners.queries.ts'
import { addPartner, changePartner, changePayee, listPartners, ownPartner, payoutOf } from './partners.service.ts'
import { type PayoutRow, payeeOf, payoutColumns } from './payees.ts'
import { listPayouts, payStatement } from './statements.ts'

const ruleOf = ({ since, section, basis_points, no_pan_basis_points, threshold_paise }: TdsRow) => ({
  since,
  section,
  percent: basis_points / 100,
  no_pan_percent: no_pan_basis_points / 100,
  threshold: toRupees(threshold_paise),
})

export const partnerHandlers = {
  list: calls.partners.list.handler(async ({ context }) => {
    const partners = await listPartners(context.ctx)
    context.setHeader('X-Total-Count', String(partners.length))
    return { partners }
  }),

  add: calls.partners.add.handler(async ({ input, context }) => ({
    message: 'Partner added',
    partner: await addPartner(context.ctx, input),
  })),

  update: calls.partners.update.handler(async ({ input, context }) => ({
    message: 'Partner saved',
    partner: await changePartner(context.ctx, input.params.partner_id, input.body),
  })),

  payouts: calls.partners.payouts.handler(async ({ input, context: { ctx } }) => ({
    payouts: (await listPayouts(ctx, input.month)).map((payout) => payoutOf(ctx, payout)),
  })),

  paid: calls.partners.paid.handler(async ({ input, context }) => {
    await payStatement(context.ctx, input.params.statement_id, input.body.reference)
    return { message: 'Payment noted' }
  }),

  tds: calls.partners.tds.handler(async ({ context }) => ({ rules: (await listTds(context.ctx.db)).map(ruleOf) })),

  saveTds: calls.partners.saveTds.handler(({ input, context }) =>
    context.ctx.db.transaction(async (trx) => {
      const { percent, no_pan_percent, threshold, ...rule } = input
      const [before] = await listTds(trx)
      await upsertTds(trx, {
        ...rule,
        basis_points: Math.round(percent * 100),
        no_pan_basis_points: Math.round(no_pan_percent * 100),
        threshold_paise: toPaise(threshold),
      })
      const fields = changedFields(before ? ruleOf(before) : {}, input)
      await noteChange(trx, { kind: 'settings', id: 'partner_tds', name: 'TDS of partners', ...fields })
      return { message: 'TDS saved', rules: (await listTds(trx)).map(ruleOf) }
    }),
  ),

  mine: calls.partners.mine.handler(({ context }) => ownPartner(context.ctx, requireUser(context), placeOf(context))),

  savePayee: calls.partners.savePayee.handler(async ({ input, context }) => {
    const user = requireUser(context)
    await changePayee(context.ctx, user.id, input)
    return ownPartner(context.ctx, user, placeOf(context))
  }),

  file: calls.exports.partnerPayouts.handler(({ input, context }) => {
    const { ctx } = context
    // A file has all of a month at once.
    return csvStream<PayoutRow>(context, `partner-payouts-${input.month}`, payoutColumns, async (_, last) => {
      if (last) return []
      return (await listPayouts(ctx, input.month)).flatMap(({ partner, ...row }) => {
        const { account, ifsc, pan } = payeeOf(ctx.config.encryptionKeys, partner)
        if (row.statement_id === null || row.paid_at !== null || account === null) return []
        const isUpi = account.includes('@')
        return {
          ...row,
          name: partner.name,
          upi: isUpi ? account : null,
          number: isUpi ? null : account,
          ifsc,
          pan,
          pay_paise: row.shares_paise - row.tds_paise,
        }
      })
    })
  }),
}
