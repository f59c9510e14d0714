import { chakra } from '../../ui/chakra.ts'
import { signedText } from './signed-text.ts'

const Sums = chakra('dl', {
  base: {
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4', py: '1.5' },
    '& dt': { color: 'fg.muted', minW: '0', overflowWrap: 'anywhere' },
    '& dd': { whiteSpace: 'nowrap' },
    '& [data-back]': { '& > *': { color: 'offer.fg' } },
    '& [data-sum]': { borderTopWidth: '1px', borderColor: 'border', mt: '1.5', pt: '3', pb: '0' },
    '& [data-sum] > *': { color: 'fg', fontWeight: '700' },
  },
})

/** From what buyers paid to what the owner gets, in rupees; a correction of 0 and no refund have no line. */
export type Money = {
  payments: number
  paid: number
  /** Undefined where only their sum is known. */
  refundCount?: number
  refunds: number
  fees: number
  feeTax: number
  adjustments: number
  total: number
}

const counted = (count: number, one: string) => `${count.toLocaleString('en-IN')} ${count === 1 ? one : `${one}s`}`

/** Paid, back, fee, GST on the fee, and what is left of it. */
export function MoneyDown({ money, total }: { money: Money; total: string }) {
  const { refundCount } = money
  const back = refundCount === undefined ? 'Refunds' : counted(refundCount, 'refund')
  const rows: [name: string, amount: number, mark?: 'back' | 'sum'][] = [
    [counted(money.payments, 'payment'), money.paid],
    ...(money.refunds === 0 ? [] : [[back, -money.refunds, 'back'] as [string, number, 'back']]),
    ['Razorpay’s fee', -money.fees],
    ['GST on the fee', -money.feeTax],
    ...(money.adjustments === 0 ? [] : [['Disputes and corrections', money.adjustments] as [string, number]]),
    [total, money.total, 'sum'],
  ]
  return (
    <Sums>
      {rows.map(([name, amount, mark]) => (
        <div key={name} data-back={mark === 'back' ? '' : undefined} data-sum={mark === 'sum' ? '' : undefined}>
          <dt>{name}</dt>
          <dd>{signedText(amount)}</dd>
        </div>
      ))}
    </Sums>
  )
}
