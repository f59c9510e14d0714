import type { SettlementMonth } from 'contract/settlements'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { signedText } from './signed-text.ts'

type Month = Pick<
  z.input<typeof SettlementMonth>,
  'payments' | 'gross' | 'fees' | 'fee_tax' | 'net' | 'refunds' | 'adjustments' | 'to_bank'
>

const Sums = chakra('dl', {
  base: {
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '4',
      py: '2',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    '& > div:last-child': { borderBottomWidth: '0', pb: '0' },
    '& dt': { color: 'fg.muted' },
    '& [data-sum] > *': { color: 'fg', fontWeight: '700' },
  },
})

const less = (amount: number) => signedText(-amount)

/** From what buyers paid to what reached the bank. */
export function PayoutSums({ month }: { month: Month }) {
  const { payments, adjustments } = month
  const rows: [name: string, text: string, isSum?: true][] = [
    [`Gross, ${payments} ${payments === 1 ? 'payment' : 'payments'}`, rupeesText(month.gross)],
    ['Razorpay’s fees', less(month.fees)],
    ['GST on fees', less(month.fee_tax)],
    ['Net', rupeesText(month.net), true],
    ['Refunds', less(month.refunds)],
    ['Disputes and corrections', signedText(adjustments)],
    ['Paid to bank', rupeesText(month.to_bank), true],
  ]
  return (
    <Card as="section" aria-label="Sums of the month" padded maxW="560px">
      <Sums>
        {rows.map(([name, text, isSum]) => (
          <div key={name} {...(isSum && { 'data-sum': '' })}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </Sums>
    </Card>
  )
}
