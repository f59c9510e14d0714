import type { Payout } from 'contract/settlements'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Mono, Table } from '../lists/table-parts.tsx'
import { signedText } from './signed-text.ts'

type Row = z.input<typeof Payout>

const sums = [
  ['Gross', ({ gross }: Row) => gross],
  ['Fees', ({ fees }: Row) => fees],
  ['GST on fees', ({ fee_tax }: Row) => fee_tax],
  ['Refunds', ({ refunds }: Row) => refunds],
  ['Corrections', ({ adjustments }: Row) => adjustments],
  ['Paid to bank', ({ to_bank }: Row) => to_bank],
] as const

/** Each transfer to the bank, with the number by which the bank's statement has it. */
export function PayoutList({ payouts }: { payouts: Row[] }) {
  if (payouts.length === 0) return <p>Razorpay paid nothing to the bank in this month.</p>
  return (
    <Card as="section" aria-label="Payouts" overflow="hidden">
      <Table>
        <VisuallyHidden as="caption">Payouts of the month</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Payout</th>
            {sums.map(([name]) => (
              <th key={name} scope="col" data-numeric="">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.settlement_id}>
              <td data-lead="">
                <Mono>{payout.utr ?? payout.settlement_id}</Mono>
                <chakra.span display="block" textStyle="sm" color="fg.muted">
                  {payout.settled_at && dateText(new Date(payout.settled_at))}
                </chakra.span>
              </td>
              {sums.map(([name, of]) => (
                <td key={name} data-numeric="" data-label={name}>
                  {signedText(of(payout))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
