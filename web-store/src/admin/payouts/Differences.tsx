import type { SettlementDifference } from 'contract/settlements'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { Mono } from '../lists/table-parts.tsx'

type Difference = z.input<typeof SettlementDifference>

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& li': { px: '5', py: '3.5', lineHeight: '1.4', overflowWrap: 'anywhere' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

function differenceText({ why, kind, settled, ours }: Difference): string {
  const sum = (amount: number | null) => (amount === null ? '' : rupeesText(amount))
  if (why === 'unsettled') return `Paid, in no payout yet: ${sum(ours)}`
  if (why === 'unknown')
    return `In a payout, but this shop has no such ${kind === 'refund' ? 'refund' : 'payment'}: ${sum(settled)}`
  if (why === 'amount') return `Razorpay: ${sum(settled)}, here: ${sum(ours)}`
  return `Razorpay paid out ${sum(settled)}, but amount minus fee is ${sum(ours)}`
}

/** Lists the differences between Razorpay's list and the orders. */
export function Differences({ differences, total }: { differences: Difference[]; total: number }) {
  return (
    <Card as="section" aria-label="Differences" overflow="hidden">
      <chakra.h2 textStyle="h3" fontSize="1.375rem" px="5" pt="5" pb="2">
        Differences{total > 0 && `: ${total}`}
      </chakra.h2>
      {total === 0 ? (
        <chakra.p px="5" pb="5" color="fg.muted">
          None. Every payment and refund in Razorpay’s list matches this shop.
        </chakra.p>
      ) : (
        <List>
          {differences.map((difference) => (
            <li key={`${difference.why} ${difference.kind} ${difference.id}`}>
              <chakra.p fontWeight="600">{differenceText(difference)}</chakra.p>
              <chakra.p textStyle="sm" color="fg.muted">
                <Mono>{difference.id}</Mono>
                {difference.at && `, ${dateText(new Date(difference.at))}`}
                {difference.order_id && (
                  <>
                    {', '}
                    <chakra.span _hover={{ textDecoration: 'underline' }}>
                      <Link to={adminPaths.tab('orders', { order: difference.order_id })}>
                        order <Mono>{difference.order_no}</Mono>
                      </Link>
                    </chakra.span>
                  </>
                )}
              </chakra.p>
            </li>
          ))}
        </List>
      )}
      {total > differences.length && (
        <chakra.p px="5" py="3.5" color="fg.muted">
          The first {differences.length} are shown.
        </chakra.p>
      )}
    </Card>
  )
}
