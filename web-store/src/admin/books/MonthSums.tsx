import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { Card } from '../../ui/layout.tsx'
import { IconReceipt } from '../../ui/secondary-icons.ts'
import { signedText } from '../payouts/signed-text.ts'
import type { Month } from './month.ts'

const Cards = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
  },
})

const Title = chakra('h2', {
  base: {
    textStyle: 'h3',
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    mb: '2',
    '& > svg': { flex: 'none', color: 'action.fg' },
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
    '& > div:nth-last-of-type(2)': { pb: '4' },
    '& > div:last-child': { borderTopWidth: '1px', borderColor: 'border', mt: 'auto', pt: '3.5', pb: '0' },
    '& > div:last-child > *': { color: 'fg', fontWeight: '700' },
    '& > div:last-child > dd': { fontSize: '1.375rem', lineHeight: '1' },
  },
})

// For the source see `ui/icons.ts`.
const IconIn = outline('M17 7l-10 10M16 17l-9 0l0 -9')
const IconOut = outline('M17 7l-10 10M8 7l9 0l0 9')
const IconBank = outline('M3 21l18 0M3 10l18 0M5 6l7 -3l7 3M4 10l0 11M20 10l0 11M8 14l0 3M12 14l0 3M16 14l0 3')

/** Null: the list of Razorpay was not fetched. A text replaces a sum that is not known. */
type Row = [name: string, amount: number | null | string, about?: string]

const amountText = (amount: Row[1]) =>
  amount === null ? 'Not fetched' : typeof amount === 'string' ? amount : signedText(amount)

/** Shows the parts of a sum, read downwards; the last row is the total. */
function Sum({ title, icon, rows }: { title: string; icon: typeof IconIn; rows: readonly Row[] }) {
  return (
    <Card as="section" aria-label={title} padded display="flex" flexDirection="column">
      <Title>
        <Icon of={icon} />
        {title}
      </Title>
      <Sums>
        {rows.map(([name, amount, about]) => (
          <div key={name}>
            <dt>
              {name}
              {about && <small>{about}</small>}
            </dt>
            <dd>{amountText(amount)}</dd>
          </div>
        ))}
      </Sums>
    </Card>
  )
}

/** Input credit is what the supplier's return shows, and belongs to taxed supplies alone. */
const creditText = (exempt: number) =>
  exempt > 0
    ? 'Input credit: claim what your GSTR-2B shows. You had exempt sales, so rule 42 reverses their part: ask your accountant'
    : 'Input credit: claim what your GSTR-2B shows'

/** The four sums of a month: in, out, at the bank, and owed as tax. */
export function MonthSums({ month }: { month: Month }) {
  const { came_in, went_out, bank, tax, exempt } = month
  const way = bank.on_the_way
  const isFetched = bank.read_at !== null
  // Razorpay names its fees with the payout that it takes them from.
  const isFeeKnown = bank.payouts > 0 || came_in.gateway.count === 0
  const known = (sum: number) => (isFeeKnown ? sum : 'Not known yet')
  return (
    <Cards>
      <Sum
        title="What came in"
        icon={IconIn}
        rows={[
          ['UPI, cards, net banking', came_in.gateway.sum, countText(came_in.gateway.count, 'payment')],
          ['Bank transfer and cash', came_in.outside.sum, countText(came_in.outside.count, 'payment')],
          ['Paid by buyers', came_in.total],
        ]}
      />
      <Sum
        title="What went out"
        icon={IconOut}
        rows={[
          [
            'Back to buyers',
            went_out.refunds.sum,
            `${countText(went_out.refunds.count, 'refund')}, ${went_out.with_note} with a note`,
          ],
          ['Razorpay’s fees', known(went_out.fees), isFeeKnown ? undefined : 'Known with the first payout'],
          ['GST on those fees', known(went_out.fee_tax)],
          [isFeeKnown ? 'Together' : 'Together, without fees', went_out.total],
        ]}
      />
      <Sum
        title="What the bank paid you"
        icon={IconBank}
        rows={[
          [isFetched ? countText(bank.payouts, 'payout') : 'Payouts', isFetched ? bank.sum : null],
          ['On the way at the end of the month', way],
          ['From Razorpay', !isFetched ? null : way === null ? bank.sum : Math.round((bank.sum + way) * 100) / 100],
        ]}
      />
      {tax ? (
        <Sum
          title="What you owe the tax office"
          icon={IconReceipt}
          rows={[
            ['IGST, other states', tax.igst],
            ['CGST', tax.cgst],
            ['SGST', tax.sgst],
            ['Less: GST on Razorpay’s fees', known(-tax.credit), creditText(exempt)],
            [isFeeKnown ? 'To pay with GSTR-3B' : 'To pay, before that credit', tax.due],
          ]}
        />
      ) : (
        <Card as="section" aria-label="Tax" padded>
          <Title>
            <Icon of={IconReceipt} />
            What you owe the tax office
          </Title>
          <chakra.p color="fg.muted">No GST invoices in this month.</chakra.p>
        </Card>
      )}
    </Cards>
  )
}
