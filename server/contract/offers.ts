import { z } from 'zod'
import { limit, MINUTE, searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { expiryInstant, startInstant } from './expiry.ts'
import {
  CourseId,
  ExpiryDate,
  IfMatch,
  listQuery,
  Message,
  optionalText,
  Price,
  Rupees,
  StartDate,
  text,
} from './fields.ts'
import { isBelowFloor } from './giveaway.ts'

/** So many courses one offer names at most. */
const MOST_COURSES = 50

/** The error of a purchase with an offer that is unknown, or is for another cart. */
export const INVALID_OFFER = 'Invalid offer'

/** The id of an offer as a purchase names it. */
export const OfferId = z
  .string({ error: INVALID_OFFER })
  .trim()
  .regex(/^\d{1,15}$/, { error: INVALID_OFFER })

/** The place of an offer: a box at checkout, or the page after paying. */
export const OfferPlace = z.enum(['checkout', 'after'], { error: 'Must be checkout or after' })
export type OfferPlace = z.output<typeof OfferPlace>

/** An offer as a buyer sees it: a course at a lower price, or the same, to add to what is in the cart. */
export const PublicOffer = z.object({
  offer_id: z.string(),
  course_id: z.string(),
  name: z.string(),
  banner: z.string(),
  /** Price with the cart, never above `list_price`. */
  price: Rupees,
  /** Price of the course alone. */
  list_price: Rupees,
  headline: z.string(),
  text: z.string().nullable(),
})
export type PublicOffer = z.output<typeof PublicOffer>

const COURSE_IDS = 'Must be ids of courses with commas between them'
const WITH = 'Must be any, or ids of courses'

export const OfferInput = z
  .object({
    course_id: CourseId,
    place: OfferPlace.default('checkout'),
    /** At most what the course costs at present. */
    price: Price,
    headline: text(1, 120, 'Headline is required'),
    text: optionalText(300),
    /** The carts, or paid orders, it is for: any, or those with one of these courses. */
    with: z.union(
      [
        z.literal('any'),
        z
          .array(CourseId)
          .min(1, { error: 'Choose a course' })
          .max(MOST_COURSES, { error: `At most ${MOST_COURSES} courses` }),
      ],
      { error: WITH },
    ),
    from: StartDate.nullish().transform((date) => date ?? null),
    /** A bare date holds through that day in India. */
    until: ExpiryDate.nullish().transform((date) => date ?? null),
    active: z.boolean({ error: 'Must be true or false' }),
  })
  .refine(({ with: beside, course_id }) => beside === 'any' || !beside.includes(course_id), {
    path: ['with'],
    error: 'The offer is never beside its own course',
  })
  .refine(({ from, until }) => !from || !until || (startInstant(from) ?? 0) <= (expiryInstant(until) ?? 0), {
    path: ['until'],
    error: 'Must be after the first day',
  })
export type OfferInput = z.output<typeof OfferInput>

/** Says if buyers see an offer, and why not: its course is not sold, or costs less than the offer by now. */
export const OfferState = z.enum(['on', 'off', 'planned', 'ended', 'not_sold', 'too_dear'])

export const Offer = z.object({
  offer_id: z.string(),
  course_id: z.string(),
  course_name: z.string(),
  place: OfferPlace,
  price: Rupees,
  /** Present price of the course; null while it is not sold. */
  list_price: Rupees.nullable(),
  headline: z.string(),
  text: z.string().nullable(),
  with: z.union([z.literal('any'), z.array(z.string())]),
  from: z.string().nullable(),
  until: z.string().nullable(),
  active: z.boolean(),
  /** Changes with each change of the offer: for `If-Match`. */
  version: z.string(),
  state: OfferState,
  /** Times that checkout, or the page after paying, showed it; programs do not count. */
  shown: z.number().int(),
  /** Paid orders with it. */
  taken: z.number().int(),
  /** Rupees that its lines brought, less those that went back. */
  revenue: Rupees,
})
export type Offer = z.output<typeof Offer>

const OfferParams = z.object({ offer_id: OfferId })
const confirm = ({ body }: { body: OfferInput }) => isBelowFloor(body.price)

export const offers = {
  /**
   * At most one offer for a cart of these courses: of those that hold none of them, the one made for these courses before one for any, then
   * the newest.
   */
  forCart: defineCall({
    method: 'GET',
    path: '/go/offers',
    access: 'public',
    summary: 'The offer for a cart',
    limits: [limit('offers', 'client', 600, 10 * MINUTE)],
  })
    .input(
      z.object({
        /** Ids with commas between them. */
        course_ids: z
          .string({ error: COURSE_IDS })
          .max(6_000, { error: COURSE_IDS })
          .optional()
          .transform((ids = '') => [
            ...new Set(
              ids
                .split(',')
                .map((id) => id.trim())
                .filter(Boolean),
            ),
          ])
          .pipe(z.array(CourseId).max(MOST_COURSES, { error: COURSE_IDS })),
      }),
    )
    .output(z.array(PublicOffer)),

  /** Newest first. `q` matches courses and headlines. */
  list: defineCall({
    method: 'GET',
    path: '/admin/offers',
    access: 'admin',
    roles: ['editor', 'finance'],
    summary: 'All offers',
    cost: 'search',
    limits: [searches],
  })
    .input(listQuery(['newest']))
    .output(z.object({ offers: z.array(Offer) })),

  /** 404 `Course not found`; 422 for a price above that of the course, and for a course with dates. */
  add: defineCall({
    method: 'POST',
    path: '/admin/offers',
    access: 'admin',
    roles: ['editor'],
    confirm,
    status: 201,
    input: 'detailed',
    summary: 'Add an offer',
    codes: ['not_found'],
  })
    .input(z.object({ body: OfferInput }))
    .output(Message.extend({ offer_id: z.string(), offer: Offer })),

  /** Replaces an offer. Earlier orders keep their price. With `If-Match`, `version` in quotes, a stale edit is 409 `edit_conflict` with the present offer as `current`. */
  update: defineCall({
    method: 'PUT',
    path: '/admin/offers/{offer_id}',
    access: 'admin',
    roles: ['editor'],
    confirm,
    input: 'detailed',
    summary: 'Change an offer',
    codes: ['edit_conflict'],
  })
    .input(
      z.object({
        params: OfferParams,
        headers: IfMatch,
        body: OfferInput,
      }),
    )
    .output(Message.extend({ offer: Offer })),

  /** Again: 404. Orders that took it keep their price. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/offers/{offer_id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Delete an offer',
    confirm: { without: 'stops what buyers see, and the same offer can be written again' },
  })
    .input(z.object({ params: OfferParams }))
    .output(Message),
}
