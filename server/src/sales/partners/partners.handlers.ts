import { calls, requireUser } from '../../context.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { csvStream } from '../../shop/exports/csv.ts'
import { setting } from '../../shop/settings/setting.ts'
import { findDeducted, findPartners, findPayouts, listTds, upsertTds } from './partners.queries.ts'
import { changePayee, isNewAccount, ownPartner, savePartner, toPartner, toPayout } from './partners.service.ts'
import { type FileRow, payeeOf, payoutColumns, type TaxRow, tdsColumns } from './payees.ts'
import { payStatement } from './statements.ts'

const tds = setting({
  calls: [calls.partners.tds, calls.partners.saveTds],
  entry: { id: 'partner_tds', name: 'TDS of partners' },
  find: async (db) => ({ rules: await listTds(db) }),
  store: upsertTds,
  noted: ({ rules }) => ({ ...rules[0] }),
  answer: (value) => ({ message: 'TDS saved', ...value }),
})

export const partnerHandlers = {
  list: calls.partners.list.handler(async ({ context: { ctx, setHeader } }) => {
    const partners = await findPartners(ctx.db, ctx.now())
    setHeader('X-Total-Count', String(partners.length))
    return { partners: partners.map(toPartner) }
  }),

  add: calls.partners.add.handler(async ({ input, context }) => ({
    message: 'Partner added',
    partner: await savePartner(context.ctx, input),
  })),

  update: calls.partners.update.handler(async ({ input: { params, headers, body }, context }) => ({
    message: 'Partner saved',
    partner: await savePartner(context.ctx, body, { id: params.partner_id, ifMatch: headers?.['if-match'] }),
  })),

  payouts: calls.partners.payouts.handler(async ({ input, context: { ctx } }) => ({
    payouts: (await findPayouts(ctx.db, ctx.now(), input)).map((row) => toPayout(ctx, row)),
  })),

  paid: calls.partners.paid.handler(async ({ input, context }) => {
    await payStatement(context.ctx, input.params.statement_id, input.body.reference)
    return { message: 'Payment noted' }
  }),

  tds: tds.read,
  saveTds: tds.save,

  mine: calls.partners.mine.handler(({ context }) => ownPartner(context.ctx, requireUser(context), placeOf(context))),

  savePayee: calls.partners.savePayee.handler(async ({ input, context }) => {
    await changePayee(context, input)
    return ownPartner(context.ctx, requireUser(context), placeOf(context))
  }),

  tdsFile: calls.exports.partnerTds.handler(({ input, context }) => {
    const { db, config } = context.ctx
    return csvStream<TaxRow>(context, `partner-tds-${input.from}-${input.to}`, tdsColumns, async (_, last) => {
      if (last) return []
      const rows = await findDeducted(db, input)
      return rows.map((row) => ({ ...row, pan: payeeOf(config.encryptionKeys, { ...row, account_sealed: null }).pan }))
    })
  }),

  file: calls.exports.partnerPayouts.handler(({ input, context }) => {
    const { db, now, config } = context.ctx
    // A file has all of a month at once.
    return csvStream<FileRow>(context, `partner-payouts-${input.month}`, payoutColumns, async (_, last) => {
      if (last) return []
      return (await findPayouts(db, now(), input)).flatMap((row) => {
        const { account, ...payee } = payeeOf(config.encryptionKeys, row)
        if (row.statement_id === null || row.paid_at !== null || account === null) return []
        const [upi, number] = account.includes('@') ? [account, null] : [null, account]
        const isNew = isNewAccount(row) ? 'New account: check it with the partner first' : null
        return { ...row, ...payee, upi, number, is_new: isNew, pay_paise: row.shares_paise - row.tds_paise }
      })
    })
  }),
}
