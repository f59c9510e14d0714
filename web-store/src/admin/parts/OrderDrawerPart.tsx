import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { dayText } from './due-words.ts'

const Parts = chakra('ol', {
  base: {
    display: 'grid',
    gap: '1.5',
    listStyleType: 'none',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& li': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', columnGap: '3' },
    '& li[data-own] > span:first-child': { fontWeight: '700' },
    '& li > span:nth-child(2)': { color: 'fg.muted' },
  },
})

/** The plan whose part an order pays, with its other parts. */
export default function OrderDrawerPart({
  order,
}: {
  order: { order_id: string; plan?: { part: number } | undefined }
}) {
  const { data: plan } = useQuery({
    ...adminApi.parts.ofOrder.queryOptions({ input: { order_id: order.order_id } }),
    enabled: order.plan !== undefined,
    staleTime: 0,
  })
  if (!plan) return null
  return (
    <section aria-label="Plan of parts">
      <chakra.h3 textStyle="h3" mt="6" mb="2.5">
        Part {plan.part} of {plan.parts.length}
      </chakra.h3>
      <Parts>
        {plan.parts.map(({ part, amount, due_on, state, paid_at, order: paid }) => (
          <li key={part} data-own={part === plan.part ? '' : undefined}>
            <span>Part {part}</span>
            <span>
              {state === 'paid' && paid_at
                ? `Paid, ${paid?.order_no ?? ''}`
                : state === 'refunded'
                  ? `Refunded, ${paid?.order_no ?? ''}`
                  : state === 'ended'
                    ? 'No longer due'
                    : `Due ${dayText(due_on)}`}
            </span>
            <b>{rupeesText(amount)}</b>
          </li>
        ))}
      </Parts>
      {plan.state === 'ended' && (
        <Muted mt="2">
          {plan.owned
            ? 'Nothing more falls due: the student has the course another way. If that is refunded, the plan goes on.'
            : 'The plan has ended: nothing more falls due.'}
        </Muted>
      )}
    </section>
  )
}
