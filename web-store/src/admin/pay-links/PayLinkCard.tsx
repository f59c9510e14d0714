import type { PayLink, PayLinkWay } from 'contract/pay-links'
import { Link } from 'react-router-dom'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { clockText, dateText, rupeesText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { calledOf, wayText } from './pay-link-form.ts'

const DAY_MS = 86_400_000

const State = chakra('p', {
  base: {
    textStyle: 'sm',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '&[data-tone=soon]': { color: 'buy.fg', fontWeight: '550' },
    '&[data-tone=paid]': { color: 'success.fg' },
  },
})

const openedText = ({ opened }: PayLink) =>
  opened === 0 ? 'not opened' : opened === 1 ? 'opened once' : opened === 2 ? 'opened twice' : `opened ${opened} times`

/** Describes the state of a link in one line. */
function stateOf(link: PayLink): { text: string; tone?: 'soon' | 'paid' } {
  const { status, reason, ends_at, closed_at, sent_by } = link
  const end = new Date(ends_at)
  if (status === 'paid') {
    const at = new Date(closed_at ?? ends_at)
    return { text: `${dateText(at)}, ${clockText(at)}`, tone: 'paid' }
  }
  if (status === 'cancelled')
    return { text: reason === 'bought' ? 'Closed: bought otherwise' : `Cancelled, ${openedText(link)}` }
  if (status === 'expired') return { text: `Ended ${dateText(end)}, ${openedText(link)}` }
  const days = Math.ceil((end.getTime() - shopNow().getTime()) / DAY_MS)
  const way = wayText[sent_by ?? 'copy']
  if (days <= 3)
    return { text: `${way}, ${openedText(link)}, ends in ${days <= 1 ? 'a day' : `${days} days`}`, tone: 'soon' }
  return { text: `${way}, ${openedText(link)}, ends on ${dateText(end)}` }
}

type Props = {
  link: PayLink
  /** False for a role that only reads. */
  writes: boolean
  onSend: (way: PayLinkWay) => void
  onCopy: () => void
  onCancel: () => void
  onAgain: () => void
}

/** One link on the board: its person, its courses, and what may be done with it. */
export function PayLinkCard({ link, writes, onSend, onCopy, onCancel, onAgain }: Props) {
  const { status, courses, total, order_no } = link
  const who = calledOf(link)
  const [first = '', ...others] = courses
  const { text, tone } = stateOf(link)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return (
    <Card as="li" px="3.5" py="3" display="grid" gap="0.5" lineHeight="1.35" aria-label={who}>
      <chakra.div display="flex" justifyContent="space-between" gap="3">
        <chakra.b minW="0" overflowWrap="anywhere">
          {who}
        </chakra.b>
        <chakra.b fontVariantNumeric="lining-nums tabular-nums">{rupeesText(total)}</chakra.b>
      </chakra.div>
      <Muted overflowWrap="anywhere">
        {first}
        {more}
      </Muted>
      <State data-tone={tone}>
        {text}
        {status === 'paid' && order_no && (
          <>
            ,{' '}
            <chakra.span textDecoration="underline" whiteSpace="nowrap">
              <Link to={adminPaths.tab('orders', { order: order_no })}>{order_no}</Link>
            </chakra.span>
          </>
        )}
      </State>
      {writes && status !== 'paid' && (
        <chakra.div display="flex" flexWrap="wrap" mt="1" mx="-2.5" mb="-1.5">
          {status === 'invited' ? (
            <>
              <Button variant="ghost" size="sm" onClick={() => onSend('email')} aria-label={`Send again to ${who}`}>
                Send again
              </Button>
              <Button variant="ghost" size="sm" onClick={onCopy} aria-label={`Copy the link of ${who}`}>
                Copy
              </Button>
              <Button variant="ghost" size="sm" onClick={onCancel} aria-label={`Cancel the link of ${who}`}>
                Cancel
              </Button>
            </>
          ) : (
            link.email && (
              <Button variant="ghost" size="sm" onClick={onAgain} aria-label={`Create the link of ${who} again`}>
                Make again
              </Button>
            )
          )}
        </chakra.div>
      )}
    </Card>
  )
}
