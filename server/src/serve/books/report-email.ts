import { dayStart } from 'contract/indian-time'
import { formatRupees, toPaise } from 'contract/money'
import { email, namedButton, type Sender, small, together } from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'
import type { Report } from './report.ts'
import type { ReportKind } from './report-span.ts'

type ReportData = {
  kind: ReportKind
  /** Indian days, both inclusive. */
  from: string
  until: string
  /** Days before it without a report. */
  skipped: { from: string; to: string } | null
  report: Report
  /** The console, which has one language. */
  adminUrl: string
}

/** Most lines of what differs; the screen has all of them. */
const MOST = 10

const rupees = (sum: number | null) => formatRupees(toPaise(sum ?? 0))

/** Reports a week or month of the books: what was received, what went out, what the bank got, the GST, and what differs. */
export const reportEmail = email<ReportData>(({ kind, from, until, skipped, report, adminUrl }, sender) => {
  const { t, tag, longDay } = sender
  const month = new Intl.DateTimeFormat(`${tag}-u-nu-latn`, {
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
  const nameOf = (text: string) => month.format(new Date(dayStart(`${text}-15`)))
  const days = (span: { from: string; to: string }) => ({
    from: longDay(dayStart(span.from)),
    to: longDay(dayStart(span.to)),
  })
  const rows = rowsOf(sender, report)
  const differing = differencesOf(sender, report)
  const notes = [
    ...readNotes(sender, report, dayStart(until, 1)),
    ...(skipped
      ? [t('No report went out for {from} to {to}: the screen of the month has its sums.', days(skipped))]
      : []),
    t('An owner of the shop entered your address for this email, and can remove it.'),
  ]
  return {
    subject:
      kind === 'month'
        ? t('The books of {month}', { month: nameOf(from.slice(0, 7)) })
        : t('The week from {from} to {to}', days({ from, to: until })),
    blocks: [
      together(...wordsOf(sender, report)),
      {
        text: rows.map((row) => row.join(': ')).join('\n'),
        ...html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;font-size:15px">
${rows.map(
  ([label, value]) =>
    html`<tr><td style="padding:6px 12px 6px 0;border-top:1px solid #dce0ee">${label}</td><td align="right" style="padding:6px 0;border-top:1px solid #dce0ee;white-space:nowrap">${value}</td></tr>`,
)}
</table>`,
      },
      {
        text: [t('What differs'), ...differing.map((line) => `- ${line}`)].join('\n'),
        ...html`<h2 style="margin:0 0 8px;font-size:17px">${t('What differs')}</h2>
${differing.map((line) => html`<p style="margin:0 0 8px;font-size:15px">${line}</p>`)}`,
      },
      together(
        ...report.months.map((one) =>
          namedButton(`${adminUrl}?tab=month&month=${one}`, t('Open {month}', { month: nameOf(one) })),
        ),
      ),
      together(...notes.map((line) => small(line, 8, 14))),
    ],
  }
})

function wordsOf({ t, plural }: Sender, { came_in, went_out, bank, tax }: Report): string[] {
  const words = [
    plural(
      came_in.gateway.count + came_in.outside.count,
      { one: 'You received {sum} in {count} payment.', other: 'You received {sum} in {count} payments.' },
      { sum: rupees(came_in.total) },
    ),
    t('Refunds, gateway fees and the GST on them took {sum}.', { sum: rupees(went_out.total) }),
    plural(
      bank.payouts,
      { one: 'Your bank got {sum} in {count} payout.', other: 'Your bank got {sum} in {count} payouts.' },
      { sum: rupees(bank.sum) },
    ),
  ]
  if (!tax) return words
  const sum = rupees(Math.abs(tax.due))
  return [
    ...words,
    tax.due < 0
      ? t('The GST on gateway fees is {sum} more than that on your invoices: it is credit.', { sum })
      : t('You owe {sum} of GST: that on your invoices less that on gateway fees.', { sum }),
  ]
}

function rowsOf({ t }: Sender, { came_in, went_out, bank, tax }: Report): [label: string, value: string][] {
  const rows: [string, string][] = [
    [t('Received through the gateway'), rupees(came_in.gateway.sum)],
    [t('Received outside the gateway'), rupees(came_in.outside.sum)],
    [t('Refunds'), rupees(went_out.refunds.sum)],
    [t('Gateway fees'), rupees(went_out.fees)],
    [t('GST on gateway fees'), rupees(went_out.fee_tax)],
    [t('Paid to your bank'), rupees(bank.sum)],
  ]
  if (tax) rows.push([t('GST on invoices, less notes'), rupees(tax.papers)], [t('GST to pay'), rupees(tax.due)])
  return rows
}

function differencesOf({ t, plural }: Sender, { differences, differences_total, paid_twice }: Report): string[] {
  const lines = differences.map(({ why, id, order_no, settled, ours }) => {
    const values = { order: order_no ?? id, settled: rupees(settled), ours: rupees(ours) }
    if (why === 'no_payment') return t('{order}: {ours} is paid, and no payment is known here.', values)
    if (why === 'unsettled') return t('{order}: {ours} was paid more than a week ago and is in no payout yet.', values)
    if (why === 'unknown')
      return t('{order}: {settled} is in a payout, and the shop has no such payment or refund.', values)
    if (why === 'amount') return t('{order}: the gateway has {settled}, the shop {ours}.', values)
    return t('{order}: the gateway paid out {settled}, and amount less fee is {ours}.', values)
  })
  const twice = paid_twice.map(({ order_no, amount }) =>
    t('{order}: it was paid twice. The second payment of {sum} goes back by itself and has no invoice.', {
      order: order_no,
      sum: rupees(amount),
    }),
  )
  const shown = [...twice, ...lines].slice(0, MOST)
  if (shown.length === 0) return [t('Nothing: every payment and refund in the gateway’s list matches the shop.')]
  const more = differences_total + paid_twice.length - shown.length
  if (more > 0)
    shown.push(plural(more, { one: 'One more is on the screen.', other: '{count} more are on the screen.' }))
  return shown
}

/** Says how far payouts are known, where that is not the whole span. */
function readNotes({ t, longDay }: Sender, { read_at, came_in }: Report, before: string): string[] {
  if (read_at === null)
    return came_in.gateway.count > 0
      ? [t('The gateway has not listed its payouts yet, so they are not in these sums.')]
      : []
  if (new Date(read_at) >= new Date(before)) return []
  return [t('Payouts are known until {day}: later ones are not in these sums.', { day: longDay(read_at) })]
}
