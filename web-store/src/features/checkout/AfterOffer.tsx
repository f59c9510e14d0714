import { indianDay } from 'contract/indian-time'
import type { AfterOffer as Shown } from 'contract/orders/after-offer'
import type { SignedReturn } from 'contract/orders/returns'
import { useState } from 'react'
import { api, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { payableAddress } from '../../shared/orders/payment-link.ts'
import { Problem } from '../../shared/Problem.tsx'
import { shopNow } from '../../stores/shop-clock.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { clockText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { PriceTicket } from '../../ui/PriceTicket.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'

type AfterOfferProps = {
  offer: Shown
  orderNo: string
  proof: SignedReturn
  /** Looks again, after a press that was refused. */
  again: () => void
}

/** The one offer of a paid order: a second order with everything filled in, until a moment that never moves. */
export default function AfterOffer({ offer, orderNo, proof, again }: AfterOfferProps) {
  const { offer_id, name, banner, price, total, list_price, headline, text, until } = offer
  const [refused, setRefused] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [isGone, setGone] = useState(false)
  const take = useSubmission(
    api.orders.takeAfterOffer.mutationOptions({
      onSuccess: ({ payment_link }) => {
        const address = payableAddress(payment_link, window.location)
        setRefused(!address)
        if (!address) return
        setLeaving(true)
        window.location.assign(address)
      },
      onError: again,
    }),
  )
  if (isGone) return null
  const end = new Date(until)
  const time = clockText(end)
  return (
    <Card as="aside" aria-label={t('An offer with your order')} overflow="hidden" borderTopRadius="4px">
      <Awning tone="offer" css={{ '--w': '18px' }} />
      <Picture place="card" src={banner} alt="" label="" cover={name} />
      <chakra.div display="grid" gap="3" px={{ base: '18px', md: '6' }} pt="5" pb="5">
        <chakra.h2 textStyle="h3" overflowWrap="anywhere">
          {headline}
        </chakra.h2>
        <div>
          <b>{name}</b>
          {text && <chakra.p color="fg.muted">{text}</chakra.p>}
        </div>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
          <PriceTicket price={price} />
          {price < list_price && (
            <chakra.span textStyle="sm" color="fg.muted">
              {t('Regular price {price}', { price: rupeesText(list_price) })}
            </chakra.span>
          )}
        </chakra.div>
        <chakra.p display="flex" alignItems="center" gap="1.5" color="offer.fg" fontWeight="550">
          <Icon of={IconClock} size={20} />
          {indianDay(end) === indianDay(shopNow()) ? t('Until {time} today', { time }) : t('Until {time}', { time })}
        </chakra.p>
        {take.error && <Problem>{errorText(take.error, t('Failed to process purchase'))}</Problem>}
        {refused && <Problem>{t('Invalid payment link received')}</Problem>}
        <Button
          variant="buy"
          size="lg"
          full
          busy={take.isPending || leaving}
          busyText={t('Processing...')}
          onClick={() =>
            take.mutate({
              params: { order_no: orderNo },
              body: { proof, offer_id, expected_total: total.toFixed(2) },
            })
          }
        >
          {t('Add it for {price}', { price: rupeesText(total) })}
        </Button>
        <chakra.p textStyle="sm" color="fg.subtle">
          {t('Everything is filled in. You confirm it in your UPI app. A second order with its own receipt.')}
        </chakra.p>
        <Button variant="ghost" full onClick={() => setGone(true)}>
          {t('No, thank you')}
        </Button>
      </chakra.div>
    </Card>
  )
}
