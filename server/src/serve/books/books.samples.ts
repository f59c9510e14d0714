import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import type { Report } from './report.ts'
import { reportEmail } from './report-email.ts'

const difference = { kind: 'payment', id: '1001', order_id: null, order_no: null, settled: 499, ours: 500, at: null }
const order_no = 'SH-2026-01001'

const full: Report = {
  came_in: { gateway: { count: 12, sum: 12_499.5 }, outside: { count: 1, sum: 500 }, total: 12_999.5 },
  went_out: { refunds: { count: 1, sum: 499 }, fees: 249.99, fee_tax: 45, total: 793.99 },
  bank: { payouts: 3, sum: 11_705.51 },
  tax: { papers: 1_983, credit: 45, due: 1_938 },
  paid_twice: [{ order_no, amount: 499 }],
  differences: [
    { ...difference, why: 'unsettled', order_no, settled: null },
    { ...difference, why: 'unknown', ours: null },
    { ...difference, why: 'amount', order_no },
    { ...difference, why: 'sum', order_no },
  ],
  differences_total: 14,
  months: ['2026-10', '2026-11'],
  read_at: '2026-10-31T22:30:00.000Z',
}
const nothing = { count: 0, sum: 0 }
const quiet: Report = {
  came_in: { gateway: { count: 1, sum: 499 }, outside: nothing, total: 499 },
  went_out: { refunds: nothing, fees: 10, fee_tax: 1.8, total: 11.8 },
  bank: { payouts: 1, sum: 487.2 },
  tax: { papers: 0, credit: 1.8, due: -1.8 },
  paid_twice: [],
  differences: [],
  differences_total: 0,
  months: ['2026-10'],
  read_at: null,
}

export const samples = (shop: MailShop): Record<string, EmailContent> => {
  const adminUrl = 'https://1.example/admin'
  return {
    'report of a week': reportEmail({
      kind: 'week',
      from: '2026-10-26',
      until: '2026-11-01',
      skipped: { from: '2026-10-12', to: '2026-10-25' },
      report: full,
      adminUrl,
    })(shop),
    'report of a month': reportEmail({
      kind: 'month',
      from: '2026-10-01',
      until: '2026-10-31',
      skipped: null,
      report: quiet,
      adminUrl,
    })(shop),
    'report with one more': reportEmail({
      kind: 'month',
      from: '2026-10-01',
      until: '2026-10-31',
      skipped: null,
      report: { ...full, differences_total: 5, months: ['2026-10'] },
      adminUrl,
    })(shop),
  }
}
