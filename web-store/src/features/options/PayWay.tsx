import type { BuyFields } from 'contract/orders/buy-fields'
import { useEffect } from 'react'
import { t } from '../../language/text.ts'
import type { CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { Ways } from '../../ui/Ways.tsx'
import { chooseOption, useChosenOptions } from './chosen-options.ts'
import { shownOptions } from './shown-options.ts'

/** Chooses the option of each course at checkout, and buys by it. */
export default function PayWay({ courseIds, cart, busy, add }: CheckoutPart) {
  const chosen = useChosenOptions(cart.lines.filter(({ id }) => courseIds.includes(id)))
  const text = JSON.stringify(Object.fromEntries(chosen.map(({ line, option_id }) => [line.id, option_id])))
  useEffect(() => {
    const options = JSON.parse(text)
    add({ fields: Object.keys(options).length > 0 ? ({ options } as BuyFields) : {} })
  }, [text, add])
  return chosen.map(({ card, option_id }) => (
    <Ways
      key={card.course_id}
      legend={chosen.length > 1 ? t('Option of {course}', { course: card.name }) : t('Choose an option')}
      ways={shownOptions(card)}
      value={option_id}
      onChange={(option) => chooseOption(card, option)}
      disabled={busy}
    />
  ))
}
