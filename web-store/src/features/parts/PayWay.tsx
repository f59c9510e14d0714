import { useQuery } from '@tanstack/react-query'
import { addDays, dayStart, indianDay } from 'contract/indian-time'
import { toPaise, toRupees } from 'contract/money'
import type { BuyFields } from 'contract/orders/buy-fields'
import { dueDays, splitIntoParts, termsOf } from 'contract/parts/plan-parts'
import { ruleOfCourse, taxLine, taxRuleOf } from 'contract/tax'
import { useEffect, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import type { CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'

const Option = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    columnGap: '3',
    rowGap: '0.5',
    alignItems: 'center',
    px: '3.5',
    py: '3',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    lineHeight: '1.35',
    cursor: 'pointer',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '&:has(:checked)': {
      bg: 'action.subtle',
      borderColor: 'action.solid',
      boxShadow: 'inset 0 0 0 1px {colors.action.solid}',
    },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
    '& > input': { w: '20px', h: '20px', accentColor: 'action.solid' },
    '& > small': { gridColumn: '2 / -1', fontSize: '.875rem', color: 'fg.muted' },
  },
})

/** One object, so that a purchase that is tried again is known to be the same. */
const FIELDS: BuyFields = { parts: 'true' }

/** Lets the buyer of one course pay it in parts: the same sum, on the days that it names. */
export default function PayWay({ cart, busy, add }: CheckoutPart) {
  const { lines, priced, tax, checking } = cart
  const [line, ...more] = lines
  const [chosen, setChosen] = useState(false)
  const name = useId()
  const isPlain =
    line !== undefined &&
    more.length === 0 &&
    line.quantity === 1 &&
    priced.total_paise === priced.subtotal_paise + priced.tax_paise
  const { data } = useQuery({
    ...api.courses.get.queryOptions({ input: { id: line?.id ?? '' } }),
    enabled: isPlain,
    // Another option of the course is paid at once.
    select: ({ parts, price }) => (price === line?.price ? parts : null),
  })
  const amounts = isPlain && data && !checking ? splitIntoParts(toPaise(line.price), termsOf(data)) : undefined
  const shop = taxRuleOf(tax)
  const rule = shop && ruleOfCourse(shop, line?.id)
  const charged = amounts?.map((paise) => (rule ? taxLine(paise, rule).total_paise : paise))
  const now = chosen ? charged?.[0] : undefined
  useEffect(() => {
    add(now === undefined ? { fields: {} } : { fields: FIELDS, nowPaise: now })
  }, [now, add])
  if (!charged || !data) return null
  const [first = 0, ...rest] = charged
  const today = indianDay(shopNow())
  const [, ...days] = dueDays(today, data)
  const later = days.map((day, at) =>
    t('{amount} on {day}', { amount: rupeesText(toRupees(rest[at] ?? 0)), day: dateText(new Date(dayStart(day))) }),
  )
  const until = dateText(new Date(dayStart(addDays(days[0] ?? today, data.grace_days))))
  return (
    <chakra.fieldset display="grid" gap="2.5" minW="0" data-way="">
      <chakra.legend textStyle="label" mb="2">
        {t('How do you want to pay?')}
      </chakra.legend>
      <Option>
        <input type="radio" name={name} checked={!chosen} disabled={busy} onChange={() => setChosen(false)} />
        <b>{t('Pay in full')}</b>
        <b>{rupeesText(toRupees(priced.total_paise))}</b>
      </Option>
      <Option>
        <input type="radio" name={name} checked={chosen} disabled={busy} onChange={() => setChosen(true)} />
        <b>{t('In {count} parts', { count: data.count })}</b>
        <b>{t('{amount} today', { amount: rupeesText(toRupees(first)) })}</b>
        <small>
          {t('Then {parts}.', { parts: later.join(', ') })}{' '}
          {t(
            'The total is the same: {amount}. Nothing is charged automatically; you pay each part from its own link.',
            {
              amount: rupeesText(toRupees(charged.reduce((sum, paise) => sum + paise, 0))),
            },
          )}{' '}
          {t(
            'If a part is not paid, the lessons pause, for the second part after {day}, and open again when you pay.',
            {
              day: until,
            },
          )}
        </small>
      </Option>
    </chakra.fieldset>
  )
}
