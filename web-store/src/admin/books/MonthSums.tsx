import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { signedText } from '../payouts/signed-text.ts'
import type { Month } from './month.ts'

const Cards = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
  },
})

const Sums = chakra('dl', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '4', py: '1.5' },
    '& dt': { color: 'fg.muted', minW: '0' },
    '& small': { display: 'block', fontSize: '.8125rem' },
    '& dd': { whiteSpace: 'nowrap' },
    '& > div:last-child': { borderTopWidth: '1px', borderColor: 'border', mt: 'auto', pt: '3' },
    '& > div:last-child > *': { color: 'fg', fontWeight: '700' },
    '& > div:last-child > dd': { fontSize: '1.375rem', lineHeight: '1' },
  },
})

type Row = [name: string, amount: number | null, about?: string]

/** Shows the parts of a sum, read downwards; the last row is the total. */
function Sum({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <Card as="section" aria-label={title} padded display="flex" flexDirection="column">
      <chakra.h2 textStyle="h3" mb="2">
        {title}
      </chakra.h2>
      <Sums>
        {rows.map(([name, amount, about]) => (
          <div key={name}>
            <dt>
              {name}
              {about && <small>{about}</small>}
            </dt>
            <dd>{amount === null ? 'Not fetched' : signedText(amount)}</dd>
          </div>
        ))}
      </Sums>
    </Card>
  )
}

/** The four sums of a month: in, out, at the bank, and owed as tax. */
export function MonthSums({ month }: { month: Month }) {
  const { came_in, went_out, bank, tax } = month
  const way = bank.on_the_way
  return (
    <Cards>
      <Sum
        title="What came in"
        rows={[
          ['UPI, cards, net banking', came_in.gateway.sum, countText(came_in.gateway.count, 'payment')],
          ['Bank transfer and cash', came_in.outside.sum, countText(came_in.outside.count, 'payment')],
          ['Paid by buyers', came_in.total],
        ]}
      />
      <Sum
        title="What went out"
        rows={[
          [
            'Back to buyers',
            went_out.refunds.sum,
            `${countText(went_out.refunds.count, 'refund')}, ${went_out.with_note} with a note`,
          ],
          ['Razorpay’s fees', went_out.fees],
          ['GST on those fees', went_out.fee_tax],
          ['Together', went_out.total],
        ]}
      />
      <Sum
        title="What the bank paid you"
        rows={[
          [countText(bank.payouts, 'payout'), bank.sum],
          ['On the way at the end of the month', way],
          ['From Razorpay', way === null ? bank.sum : Math.round((bank.sum + way) * 100) / 100],
        ]}
      />
      {tax ? (
        <Sum
          title="What you owe the tax office"
          rows={[
            ['IGST, other states', tax.igst],
            ['CGST', tax.cgst],
            ['SGST', tax.sgst],
            ['Less: GST on Razorpay’s fees', -tax.credit, 'Input credit, by its invoices'],
            ['To pay with GSTR-3B', tax.due],
          ]}
        />
      ) : (
        <Card as="section" aria-label="Tax" padded>
          <chakra.h2 textStyle="h3" mb="2">
            What you owe the tax office
          </chakra.h2>
          <chakra.p color="fg.muted">No GST invoices in this month.</chakra.p>
        </Card>
      )}
    </Cards>
  )
}
