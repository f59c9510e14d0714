import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toPaise } from 'contract/money'
import type { PublicOffer } from 'contract/offers'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Picture } from '../../ui/Picture.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import type { Taken } from './use-offer.ts'

const Row = chakra('label', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    p: '3.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    lineHeight: '1.35',
    cursor: 'pointer',
    '&:has(:checked)': { bg: 'action.subtle', borderColor: 'action.solid' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
    '& > input': { flexShrink: '0', w: '20px', h: '20px', accentColor: 'action.solid' },
  },
})
const Thumb = chakra('span', {
  base: { display: 'block', flexShrink: '0', w: '72px', borderRadius: 'l1', overflow: 'hidden' },
})

type OfferProps = {
  found: PublicOffer
  taken: Taken | undefined
  take: (taken: Taken | undefined) => void
  /** The failure of a purchase whose cart, or offer, has changed. */
  gone: object | undefined | false
  /** To pay, in paise. */
  total: number
  disabled: boolean
}

/** One box that adds a course to the order, never ticked before. Absent when the buyer has the course already. */
export default function Offer({ found, taken, take, gone, total, disabled }: OfferProps) {
  const queries = useQueryClient()
  const signedIn = useSession(isSignedIn)
  const { data: owned } = useQuery({ ...api.account.dashboard.queryOptions(), enabled: signedIn, retry: false })
  // Until it is known what they own, nothing is offered: a box that goes again would move the page twice.
  const has = owned ? owned.orders.some(({ course_id }) => course_id === found.course_id) : signedIn
  const offer = has ? undefined : found

  useEffect(() => {
    if (!gone) return
    take(undefined)
    void queries.invalidateQueries({ queryKey: api.offers.forCart.key() })
  }, [gone, take, queries])
  useEffect(() => {
    if (!taken || (offer?.offer_id === taken.offer && offer.price === taken.price)) return
    take(offer?.offer_id === taken.offer ? lineOf(offer) : undefined)
  }, [offer, taken, take])

  if (!offer) return null
  const alone = offer.price < offer.list_price && t('{price} on its own.', { price: rupeesText(offer.list_price) })
  return (
    <>
      <Row>
        <input
          type="checkbox"
          checked={taken !== undefined}
          disabled={disabled}
          onChange={(event) => take(event.target.checked ? lineOf(offer) : undefined)}
        />
        <Thumb>
          <Picture place="thumb" src={offer.banner} alt="" label="" cover={offer.name} />
        </Thumb>
        <chakra.span flex="1 1 9em" minW="0" overflowWrap="anywhere">
          <chakra.b display="block">
            {t('Add {name} for {price}', { name: offer.name, price: rupeesText(offer.price) })}
          </chakra.b>
          <chakra.span display="block" textStyle="sm" color="fg.muted">
            {[offer.headline, offer.text, alone].filter(Boolean).map(sentence).join(' ')}
          </chakra.span>
        </chakra.span>
      </Row>
      <VisuallyHidden role="status">{taken && t('To pay: {total}', { total: rupeesText(total / 100) })}</VisuallyHidden>
    </>
  )
}

/** Ends a text of the owner, so that another sentence may follow it. */
const sentence = (text: string | null | false) => (text && /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text)

const lineOf = ({ offer_id, course_id, name, banner, price, list_price }: PublicOffer): Taken => ({
  id: course_id,
  name,
  banner,
  price,
  quantity: 1,
  offer: offer_id,
  saves: toPaise(list_price) - toPaise(price),
})
