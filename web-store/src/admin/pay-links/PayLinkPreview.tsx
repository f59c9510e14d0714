import { addDays, indianDay } from 'contract/indian-time'
import { takenOff } from 'contract/pay-links'
import { useBrand } from '../../content/brand.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import type { PickedCourse } from '../forms/CoursePicks.tsx'
import { Help, Muted } from '../forms/form-parts.tsx'
import { calledOf, coursesText } from './pay-link-form.ts'

const Pane = chakra('aside', {
  base: {
    display: 'grid',
    alignContent: 'start',
    gap: '3',
    p: '5',
    bg: 'bg.subtle',
    borderColor: 'border',
    borderTopWidth: { base: '1px', xl: '0' },
    borderInlineStartWidth: { xl: '1px' },
  },
})
const Bubble = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    px: '3.5',
    py: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: '4px 14px 14px 14px',
    lineHeight: '1.45',
    overflowWrap: 'anywhere',
  },
})
const Sums = chakra('dl', {
  base: {
    display: 'grid',
    gap: '1.5',
    pt: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '3' },
    '& dt': { color: 'fg.muted' },
  },
})

/** The last day of a link that is made now. */
export const lastDayOf = (days: string): Date =>
  new Date(`${addDays(indianDay(shopNow()), Number(days))}T12:00:00+05:30`)

type Props = {
  values: { email: string; name: string; note: string; course_ids: readonly PickedCourse[]; days: string }
  /** In rupees; undefined until courses are chosen. */
  list: number | undefined
  total: number
  asksState: boolean
}

/** Shows what the person gets, while it is typed. */
export function PayLinkPreview({ values, list, total, asksState }: Props) {
  const shop = useBrand().name
  const { name, note, course_ids: picked, days } = values
  const first = name.trim().split(/\s+/)[0]
  const who = calledOf({ name, email: values.email }) === 'Erased person' ? 'the person' : calledOf(values)
  const less = list === undefined ? 0 : takenOff(list, total)
  return (
    <Pane aria-label={`What ${who} gets`}>
      <chakra.p fontSize=".875rem" fontWeight="550" color="fg.subtle" overflowWrap="anywhere">
        What {who} gets
      </chakra.p>
      <Bubble>
        <p>
          Hello{first ? ` ${first}` : ''}, {picked.length === 0 ? 'your courses' : coursesText(picked.length)} from{' '}
          {shop}
          {list !== undefined && ` for ${rupeesText(total)}`}.
        </p>
        {picked.length > 0 && <chakra.p fontWeight="550">{picked.map((one) => one.name).join(', ')}</chakra.p>}
        {note.trim() && <p>{note.trim()}</p>}
        <chakra.div bg="bg.muted" borderRadius="l2" px="3" py="2.5" lineHeight="1.35">
          <b>{list === undefined ? 'Pay' : `Pay ${rupeesText(total)}`}</b>
          <Muted>Good until {dateText(lastDayOf(days))}</Muted>
        </chakra.div>
      </Bubble>
      {list !== undefined && (
        <Sums>
          <div>
            <dt>List price</dt>
            <dd>{rupeesText(list)}</dd>
          </div>
          {less > 0 && (
            <chakra.div color="success.fg">
              <chakra.dt color="inherit!">Discount for {first || 'them'}</chakra.dt>
              <dd>−{rupeesText(less)}</dd>
            </chakra.div>
          )}
          <chakra.div fontWeight="600">
            <chakra.dt color="inherit!">To pay</chakra.dt>
            <dd>{rupeesText(total)}</dd>
          </chakra.div>
        </Sums>
      )}
      {asksState && <Help>It asks for the state, for the invoice.</Help>}
    </Pane>
  )
}
