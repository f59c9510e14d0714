import { chakra } from '@chakra-ui/react'
import type { AdminOrder } from 'contract/orders'
import { useId } from 'react'
import type { z } from 'zod'
import { dateText, rupeesText } from '../../ui/format.ts'

type Order = z.input<typeof AdminOrder>
type Seat = Order['gift_codes'][number]

/** What becomes of redeemed gift seats: they stay and are paid for, their access is taken, or only a part of the rest goes back. */
export type Choice = 'keep' | 'take' | 'part'

const Option = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'start',
    px: '3.5',
    py: '3',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.panel',
    lineHeight: '1.4',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'action.fg', bg: 'action.subtle' },
    '& input': { mt: '3px', w: '18px', h: '18px', flexShrink: '0', accentColor: 'action.fg' },
    '& small': { display: 'block', fontSize: '.875rem', color: 'fg.muted' },
  },
})

type Props = {
  order: Pick<Order, 'courses' | 'refundable' | 'refundable_without_redeemed'>
  seats: readonly Seat[]
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}

/** Which seats somebody else has by now, and the question what becomes of them. */
export function RedeemedSeats({ order, seats, choice, onChoose }: Props) {
  const name = useId()
  const { refundable, refundable_without_redeemed: without } = order
  const one = seats.length === 1
  const courseOf = (id: string) => order.courses.find(({ course_id }) => course_id === id)?.course_name ?? id
  const option = (value: Choice, title: string, help: string) => (
    <Option>
      <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(value)} />
      <span>
        <b>{title}</b>
        <small>{help}</small>
      </span>
    </Option>
  )
  return (
    <chakra.fieldset display="grid" gap="2.5" minW="0">
      <chakra.legend fontWeight="600" mb="1.5">
        {one
          ? '1 gift code of this order has been redeemed'
          : `${seats.length} gift codes of this order have been redeemed`}
      </chakra.legend>
      <chakra.ul textStyle="sm" color="fg.muted" mb="1" overflowWrap="anywhere">
        {seats.map(({ code, course_id, redeemed_by, redeemed_at }) => (
          <li key={code}>
            {courseOf(course_id)}: {redeemed_by ? redeemed_by.name || redeemed_by.email : 'deleted account'}
            {redeemed_at && `, ${dateText(new Date(redeemed_at))}`}
          </li>
        ))}
      </chakra.ul>
      {without > 0 &&
        option(
          'keep',
          `Refund ${rupeesText(without)} without ${one ? 'this seat' : 'these seats'}`,
          'The buyer loses access and unused codes stop working. People who redeemed a code keep the course.',
        )}
      {option(
        'take',
        `Refund ${rupeesText(refundable)} and take ${one ? 'this seat' : 'these seats'} back`,
        'Everyone loses access, including people who redeemed a code.',
      )}
      {without > 0 &&
        option('part', 'Refund part of the amount', `Up to ${rupeesText(without)}. Everyone keeps access.`)}
    </chakra.fieldset>
  )
}
