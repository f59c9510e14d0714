import { SHORT_HOLD_MINUTES } from 'contract/workshops/run'
import { useEffect } from 'react'
import { t } from '../../language/text.ts'
import type { CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { Text } from '../../ui/text.tsx'
import { Dates, useDates } from './Dates.tsx'

/** Shows the date that is bought, and lets its buyer choose another one. */
export default function PayWay({ cart: { lines }, busy, add }: CheckoutPart) {
  const line = lines.find(({ ways }) => ways?.includes('workshops'))
  const { runs, own, retry, chosen, choose, lost } = useDates(line?.id ?? '')
  const isAlone = lines.length === 1 && line?.quantity === 1
  const run_id = chosen?.run_id
  // Also while they load: the shop refuses a purchase without one.
  const dated = line !== undefined
  useEffect(() => {
    add({ fields: run_id && isAlone ? { run_id } : {}, check: () => !dated || run_id !== undefined })
  }, [dated, run_id, isAlone, add])
  if (!line || !(runs || retry)) return null
  return (
    <Dates
      runs={runs}
      own={own}
      retry={retry}
      chosen={chosen}
      choose={choose}
      lost={lost}
      busy={busy}
      legend={t('Your date')}
    >
      {runs && !chosen && <p role="alert">{t('No date has a free seat now.')}</p>}
      {isAlone ? (
        <Text textStyle="sm" color="fg.muted">
          {t('Your seat is held for {minutes} minutes from the payment page on.', { minutes: SHORT_HOLD_MINUTES })}
        </Text>
      ) : (
        <p role="alert">{t('‘{course}’ has a date: buy one seat of it by itself.', { course: line.name })}</p>
      )}
    </Dates>
  )
}
