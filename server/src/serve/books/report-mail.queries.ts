import type { ReportMail } from 'contract/books/report-mail'
import type { Db } from '../../context.ts'
import type { Span } from './books.queries.ts'

const OFF: ReportMail = { weekly: false, monthly: false, to: [], language: 'en', week_done: null, month_done: null }

type Row = Omit<ReportMail, 'to'> & { recipients: string[] }

/** Reads who gets the reports; off before anything is saved. `lock`: until the transaction ends. */
export async function findReportMail(db: Db, { lock = false } = {}): Promise<ReportMail> {
  const query = db<Row>('report_mail').first('weekly', 'monthly', 'recipients', 'language', 'week_done', 'month_done')
  const row = await (lock ? query.forUpdate() : query)
  if (!row) return OFF
  const { recipients, ...rest } = row
  return { ...rest, to: recipients }
}

export async function storeReportMail(trx: Db, { to, ...rest }: ReportMail): Promise<void> {
  const row = { ...rest, recipients: to }
  await trx('report_mail').insert(row).onConflict('only_one').merge(row)
}

export type PaidOut = { payouts: number; to_bank_paise: number; fees_paise: number; fee_tax_paise: number }

/** Sums the payouts that reached the bank in a span. */
export async function sumPayouts(db: Db, { from, before }: Span): Promise<PaidOut> {
  const ofSale = `filter (where kind in ('payment', 'refund'))`
  const { rows } = await db.raw<{ rows: PaidOut[] }>(
    `select count(distinct settlement_id)::int as payouts, coalesce(sum(credit_paise - debit_paise), 0)::bigint as to_bank_paise,
       coalesce(sum(fee_paise - tax_paise) ${ofSale}, 0)::bigint as fees_paise,
       coalesce(sum(tax_paise) ${ofSale}, 0)::bigint as fee_tax_paise
     from settlement_items
     where month >= to_char(:from::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM')
       and month <= to_char(:before::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM') and settled_at >= :from and settled_at < :before`,
    { from, before },
  )
  return rows[0] as PaidOut
}
