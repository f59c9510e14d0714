import type { SettlementDifference } from 'contract/settlements'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { Mono } from '../lists/table-parts.tsx'
import { signedText } from './signed-text.ts'

type Difference = z.input<typeof SettlementDifference>

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& li': { px: '5', py: '3.5', lineHeight: '1.4', overflowWrap: 'anywhere' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

const sum = (amount: number | null) => (amount === null ? '' : signedText(amount))

/** Describes a difference in one sentence. */
function differenceText({ why, kind, settled, ours }: Difference): string {
  const thing = kind === 'refund' ? 'refund' : 'payment'
  if (why === 'no_payment') return `An order of ${sum(ours)} is paid, and this shop has no payment for it.`
  if (why === 'unsettled') return `Paid more than a week ago and in no payout yet: ${sum(ours)}.`
  if (why === 'unknown') return `A ${thing} of ${sum(settled)} is in a payout, and this shop has no such ${thing}.`
  if (why === 'amount') return `Razorpay has ${sum(settled)} for a ${thing} of ${sum(ours)} here.`
  return `Razorpay paid out ${sum(settled)}, but amount minus fee is ${sum(ours)}.`
}

/** The sum that is missing, negative, or too much. */
const gap = ({ why, kind, settled, ours }: Difference): number =>
  (Math.round(((settled ?? 0) - (ours ?? 0)) * 100) / 100) * (kind === 'refund' && why !== 'sum' ? -1 : 1)

/** The place of the differences in the page. */
export const DIFFERENCES = 'differences'

/** Lists the differences between Razorpay's list and the orders; `isRead` is false before the list was read. */
export function Differences({
  differences,
  total,
  isRead,
}: {
  differences: Difference[]
  total: number
  isRead: boolean
}) {
  return (
    <Card as="section" id={DIFFERENCES} aria-label="Differences" overflow="hidden">
      <chakra.h2 textStyle="h3" px="5" pt="5" pb="2">
        Differences{total > 0 && `: ${total}`}
      </chakra.h2>
      {total === 0 ? (
        <chakra.p px="5" pb="5" color="fg.muted">
          {isRead
            ? 'None. Every payment and refund in Razorpay’s list matches this shop.'
            : 'Razorpay’s list of payouts was not read yet, so nothing is compared. Closing the month reads it.'}
        </chakra.p>
      ) : (
        <List>
          {differences.map((difference) => (
            <li key={`${difference.why} ${difference.kind} ${difference.id}`}>
              <chakra.p display="flex" justifyContent="space-between" gap="4" fontWeight="600">
                <span>{differenceText(difference)}</span>
                <chakra.b whiteSpace="nowrap" fontVariantNumeric="lining-nums tabular-nums">
                  {signedText(gap(difference))}
                </chakra.b>
              </chakra.p>
              <Muted>
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
              </Muted>
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
