import { expiryInstant, startInstant } from 'contract/expiry'
import { indianDay } from 'contract/indian-time'
import { type Offer, OfferInput, type OfferPlace } from 'contract/offers'

/** An offer as it is typed; `with` is empty for any course. */
export type OfferForm = {
  course_id: string
  place: OfferPlace
  price: string
  headline: string
  text: string
  with: string[]
  from: string
  until: string
  active: boolean
}

export const newOffer = (): OfferForm => ({
  course_id: '',
  place: 'checkout',
  price: '',
  headline: '',
  text: '',
  with: [],
  from: '',
  until: '',
  active: true,
})

const dayOf = (instant: number | undefined) => (instant === undefined ? '' : indianDay(new Date(instant)))

export const toOfferForm = (offer: Offer): OfferForm => ({
  course_id: offer.course_id,
  place: offer.place,
  price: String(offer.price),
  headline: offer.headline,
  text: offer.text ?? '',
  with: offer.with === 'any' ? [] : offer.with,
  from: offer.from === null ? '' : dayOf(startInstant(offer.from)),
  until: offer.until === null ? '' : dayOf(expiryInstant(offer.until)),
  active: offer.active,
})

/** Checks what is typed by the contract's schema. */
export const parseOffer = (form: OfferForm) =>
  OfferInput.safeParse({
    ...form,
    price: form.price.trim() === '' ? undefined : Number(form.price),
    with: form.with.length === 0 ? 'any' : form.with,
    from: form.from || null,
    until: form.until || null,
  })
