import { randomBytes } from 'node:crypto'
import { addDays, dayStart, indianDay, lastDayOf } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChange, noteRepeat } from '../../shop/activity/note-change.ts'
import {
  findPartners,
  findStatements,
  insertStatement,
  listOpenShares,
  listTds,
  lockPartner,
  lockStatement,
  markPaid,
  type PartnerRow,
  type StatementRow,
  sumStatements,
} from './partners.queries.ts'

/** The months of the financial year of a month, April to March. */
function yearOf(month: string): [from: string, to: string] {
  const year = Number(month.slice(0, 4)) - (month.slice(5) < '04' ? 1 : 0)
  return [`${year}-04`, `${year + 1}-03`]
}

/**
 * Computes the TDS of a month: once the shares of a financial year pass the threshold, of all of them, less what was deducted before. It never
 * exceeds the shares of the month; the next one deducts the rest.
 */
async function tdsOf(db: Db, { partner_id, pan_sealed }: PartnerRow, month: string, shares: number) {
  const rule = (await listTds(db)).find(({ since }) => since <= lastDayOf(month))
  const basis = rule && BigInt(pan_sealed ? rule.basis_points : rule.no_pan_basis_points)
  const before = await sumStatements(db, partner_id, ...yearOf(month))
  const year = before.shares_paise + shares
  if (!rule || !basis || year <= rule.threshold_paise) return { tds_paise: 0, tds_section: null }
  const tds = Math.max(0, Number((BigInt(year) * basis) / 10_000n) - before.tds_paise)
  return { tds_paise: Math.min(tds, shares), tds_section: rule.section }
}

const monthOf = (now: Date) => indianDay(now).slice(0, 7)
const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)

/** Computes the statement of a month from shares that are open until `cut`; undefined where nothing is to be paid. */
async function drawn(db: Db, partner: PartnerRow, month: string, cut: Date | string) {
  const lines = await listOpenShares(db, cut, partner.partner_id)
  const shares_paise = lines.reduce((sum, { paise }) => sum + paise, 0)
  if (shares_paise <= 0) return undefined
  return { lines, shares_paise, ...(await tdsOf(db, partner, month, shares_paise)) }
}

/** Makes the statements of the last month that lack. A sum below nothing waits for the next month. */
export async function makeStatements(ctx: Context): Promise<void> {
  const present = monthOf(ctx.now())
  const month = monthBefore(present)
  const cut = dayStart(`${present}-01`)
  const waiting = new Set((await listOpenShares(ctx.db, cut)).map(({ partner_id }) => partner_id))
  for (const partnerId of waiting)
    await ctx.db.transaction(async (trx) => {
      await lockPartner(trx, partnerId)
      const [partner] = await findPartners(trx, ctx.now(), { partnerId })
      if (!partner || (await findStatements(trx, { month, partner_id: partnerId })).length > 0) return
      const made = await drawn(trx, partner, month, cut)
      if (!made) return
      const { lines, ...sums } = made
      const statement_id = `pst_${randomBytes(12).toString('hex')}`
      const row = { ...sums, statement_id, partner_id: partnerId, month, reference: null, paid_at: null }
      await insertStatement(trx, { ...row, created_at: ctx.now() }, lines)
    })
}

export type Payout = Omit<StatementRow, 'statement_id' | 'created_at'> & {
  statement_id: string | null
  partner: PartnerRow
}

/** The statements of a month; of the present one what they would hold now. */
export async function listPayouts({ db, now }: Pick<Context, 'db' | 'now'>, month: string): Promise<Payout[]> {
  const partners = await findPartners(db, now())
  const statements = await findStatements(db, { month })
  const made = statements.flatMap((row) => {
    const partner = partners.find(({ partner_id }) => partner_id === row.partner_id)
    return partner ? { ...row, partner } : []
  })
  if (month !== monthOf(now())) return made
  const open = new Set((await listOpenShares(db, now())).map(({ partner_id }) => partner_id))
  const coming: Payout[] = []
  for (const partner of partners.filter(({ partner_id }) => open.has(partner_id))) {
    const found = await drawn(db, partner, month, now())
    if (!found) continue
    const { lines: _, ...sums } = found
    coming.push({
      ...sums,
      partner,
      partner_id: partner.partner_id,
      month,
      statement_id: null,
      reference: null,
      paid_at: null,
    })
  }
  return [...made, ...coming]
}

/** Notes the transfer of a statement. The same reference once more changes nothing. */
export async function payStatement(ctx: Context, statementId: string, reference: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const row = await lockStatement(trx, statementId)
    if (!row) throw plainError('not_found', 'Statement not found')
    if (row.reference === reference) return noteRepeat()
    if (row.reference !== null) throw plainError('conflict', `This statement was paid with ${row.reference}`)
    await markPaid(trx, statementId, { reference, paid_at: ctx.now() })
    await ctx.queue.send(trx, 'partner-paid-mail', { statement_id: statementId })
    const [partner] = await findPartners(trx, ctx.now(), { partnerId: row.partner_id })
    const name = `${partner?.name ?? 'Erased partner'}, ${row.month}`
    await noteChange(trx, { kind: 'other', id: row.partner_id, name, after: { reference } })
  })
}
