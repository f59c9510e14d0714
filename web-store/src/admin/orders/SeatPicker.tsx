import { openedCourses } from '../../shared/orders/opened-courses.ts'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { dateText, rupeesText } from '../../ui/format.ts'
import { amountOf, isSameSeat, type PickedSeat, type RefundOrder } from './refund-order.ts'

const Course = chakra('fieldset', {
  base: {
    display: 'grid',
    gap: '1',
    minW: '0',
    px: '3.5',
    py: '2.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.panel',
    // In the box, not on its edge: a long name takes several lines.
    '& legend': { float: 'left', w: 'full', fontWeight: '600', overflowWrap: 'anywhere' },
  },
})

/** Shows the course on one side, the refunded copies on the other. */
const Row = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '11',
    lineHeight: '1.4',
    '& > span': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
    '& > b': { fontWeight: '500', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& small': { display: 'block', fontSize: '.875rem', color: 'fg.muted' },
  },
})

type Props = { order: RefundOrder; picked: readonly PickedSeat[]; onPick: (picked: PickedSeat[]) => void }

/** The courses and seats of an order that can go back, and who has redeemed which. */
export function SeatPicker({ order, picked, onPick }: Props) {
  const isPicked = (seat: PickedSeat) => picked.some((one) => isSameSeat(one, seat))
  const toggle = (seat: PickedSeat) =>
    onPick(isPicked(seat) ? picked.filter((one) => !isSameSeat(one, seat)) : [...picked, seat])
  const giftOf = ({ code }: PickedSeat) => order.gift_codes.find((gift) => gift.code === code)
  return openedCourses(order.courses).map(({ course_id, course_name }) => {
    const seats = order.seats.filter((seat) => seat.course_id === course_id)
    const unused = seats.filter((seat) => seat.seat > 0 && !giftOf(seat)?.redeemed)
    const chosen = unused.filter(isPicked)
    // The codes that were made last go first.
    const choose = (count: number) =>
      onPick([
        ...picked.filter((one) => !unused.some((seat) => isSameSeat(one, seat))),
        ...unused.slice(unused.length - count),
      ])
    if (seats.length === 0) return null
    return (
      <Course key={course_id}>
        <legend>{course_name}</legend>
        {seats.map((seat) => {
          const gift = giftOf(seat)
          if (seat.seat > 0 && !gift?.redeemed) return null
          const who = gift && (gift.redeemed_by ? gift.redeemed_by.name || gift.redeemed_by.email : 'a deleted account')
          return (
            <Row key={seat.seat}>
              <input type="checkbox" checked={isPicked(seat)} onChange={() => toggle(seat)} />
              <span>
                {who ? `Redeemed by ${who}` : 'The buyer’s own access'}
                {gift && (
                  <small>
                    {gift.redeemed_at && `${dateText(new Date(gift.redeemed_at))}. `}Loses access if you choose this.
                  </small>
                )}
              </span>
              <b>{rupeesText(seat.amount)}</b>
            </Row>
          )
        })}
        {unused.length > 0 && (
          <Row>
            <span>Unused gift codes</span>
            <Select
              w="auto"
              flexShrink="0"
              value={chosen.length}
              onChange={(event) => choose(Number(event.target.value))}
            >
              <option value={0}>None</option>
              {unused.map((seat, before) => (
                <option key={seat.seat} value={before + 1}>
                  {before + 1} of {unused.length}
                </option>
              ))}
            </Select>
            <b>
              {rupeesText(chosen.length > 0 ? amountOf(chosen) : (unused[0]?.amount ?? 0))}
              {chosen.length === 0 && unused.length > 1 && ' each'}
            </b>
          </Row>
        )}
      </Course>
    )
  })
}
