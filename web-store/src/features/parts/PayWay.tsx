import { useQuery } from '@tanstack/react-query'
import { addDays, dayStart, indianDay } from 'contract/indian-time'
import { toPaise, toRupees } from 'contract/money'
import type { BuyFields } from 'contract/orders/buy-fields'
import { dueDays, splitIntoParts, termsOf } from 'contract/parts/plan-parts'
import { ruleOfCourse, taxLine, taxRuleOf } from 'contract/tax'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import type { CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Ways } from '../../ui/Ways.tsx'

/** One object, so that a purchase that is tried again is known to be the same. */
const FIELDS: BuyFields = { parts: 'true' }

/** Lets the buyer of one course pay it in parts: the same sum, on the days that it names. */
export default function PayWay({ cart, busy, add }: CheckoutPart) {
  const { lines, priced, tax, checking } = cart
  const [line, ...more] = lines
  const [chosen, setChosen] = useState(false)
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
    <Ways
      legend={t('How do you want to pay?')}
      value={chosen ? 'parts' : 'full'}
      onChange={(way) => setChosen(way === 'parts')}
      disabled={busy}
      ways={[
        { key: 'full', name: t('Pay in full'), end: <b>{rupeesText(toRupees(priced.total_paise))}</b> },
        {
          key: 'parts',
          name: t('In {count} parts', { count: data.count }),
          end: <b>{t('{amount} today', { amount: rupeesText(toRupees(first)) })}</b>,
          below: [
            t('Then {parts}.', { parts: later.join(', ') }),
            t(
              'The total is the same: {amount}. Nothing is charged automatically; you pay each part from its own link.',
              { amount: rupeesText(toRupees(charged.reduce((sum, paise) => sum + paise, 0))) },
            ),
            t(
              'If a part is not paid, the lessons pause, for the second part after {day}, and open again when you pay.',
              { day: until },
            ),
          ].join(' '),
        },
      ]}
    />
  )
}
