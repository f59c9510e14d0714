import type { NextPayout } from 'contract/settlements'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconShape } from '../../ui/icon-drawing.ts'
import { Card } from '../../ui/layout.tsx'
import { IconAlertTriangle, IconClock, IconInfoCircle } from '../../ui/secondary-icons.ts'
import { MoneyDown } from './MoneyDown.tsx'
import { signedText } from './signed-text.ts'

type Next = z.input<typeof NextPayout>
type Waiting = NonNullable<Next['waiting']>

const Note = chakra('p', {
  base: {
    display: 'flex',
    gap: '2.5',
    alignItems: 'start',
    maxW: '46ch',
    '& > svg': { flex: 'none', mt: '0.5' },
    '&[data-tone=held]': { color: 'buy.fg' },
    '&[data-tone=more]': { color: 'fg.muted' },
  },
})

/** Shows the sum that is not paid out yet, with the sentence that its state needs. */
export function NextPayoutCard({ waiting }: { waiting: Waiting }) {
  const { held, unreported, you_get, payments, refund_count } = waiting
  const notes: ([icon: IconShape, text: string, tone?: string] | false | null)[] = [
    you_get < 0
      ? [
          IconInfoCircle,
          'More went back than was paid. Razorpay deducts it from your next payments; you transfer nothing.',
        ]
      : [
          IconClock,
          payments + refund_count === 0
            ? 'Everything is paid out. New payments follow in about two working days.'
            : 'Razorpay usually pays out two working days after each payment.',
        ],
    held && [
      IconAlertTriangle,
      `On hold: ${signedText(held.you_get)} of ${countText(held.payments, 'payment')} has waited for more than a week. Ask Razorpay’s support why.`,
      'held',
    ],
    unreported > 0 && [
      IconInfoCircle,
      `Razorpay has not reported the fee of ${countText(unreported, 'payment')} yet, so you get a little less.`,
      'more',
    ],
  ]
  return (
    <Card
      as="section"
      aria-label="Next payout"
      display="grid"
      gridTemplateColumns={{ md: 'minmax(0, 1.15fr) minmax(0, 1fr)' }}
      overflow="hidden"
    >
      <chakra.div display="grid" alignContent="center" gap="2" px={{ base: '4', md: '6' }} py={{ base: '4', md: '5' }}>
        <chakra.h2 color="fg.muted">Next payout</chakra.h2>
        <chakra.p
          textStyle="h1"
          fontSize="2.25rem"
          fontVariantNumeric="lining-nums tabular-nums"
          overflowWrap="anywhere"
        >
          {signedText(you_get)}
        </chakra.p>
        {notes.map(
          (note) =>
            note && (
              <Note key={note[1]} data-tone={note[2]}>
                <Icon of={note[0]} />
                <span>{note[1]}</span>
              </Note>
            ),
        )}
      </chakra.div>
      <chakra.div
        px={{ base: '4', md: '6' }}
        py={{ base: '4', md: '5' }}
        borderColor="border"
        borderTopWidth={{ base: '1px', md: '0' }}
        borderInlineStartWidth={{ md: '1px' }}
      >
        <MoneyDown
          total="You get"
          money={{
            payments: waiting.payments,
            paid: waiting.paid,
            refundCount: waiting.refund_count,
            refunds: waiting.refunds,
            fees: waiting.fees,
            feeTax: waiting.fee_tax,
            adjustments: waiting.adjustments,
            total: you_get,
          }}
        />
      </chakra.div>
    </Card>
  )
}
