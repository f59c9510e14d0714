import { z } from 'zod'
import { DAY, limit } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Moment } from './fields.ts'

/** Uses of an address that need consent. Mails about an own order, course or account do not. */
export const ConsentPurpose = z.enum(['news_email', 'news_message', 'ads'])
export type ConsentPurpose = z.output<typeof ConsentPurpose>

export const Consent = z.object({
  purpose: ConsentPurpose,
  agreed: z.boolean(),
  /** Time of the last change; null when it was never granted. */
  changed_at: Moment.nullable(),
})
export type Consent = z.output<typeof Consent>

/** Places at which a student chooses. */
const ConsentPlace = z.enum(['register', 'checkout', 'settings'], { error: 'Must be register, checkout or settings' })

/** The way by which a consent was granted or withdrawn: the place at which a student chose, or another one. */
export type ConsentHow =
  | z.output<typeof ConsentPlace>
  | 'free course'
  | 'link of a sign-up'
  | 'link that stops letters'
  | 'STOP by WhatsApp'
  | 'new holder of the account'
  | 'under 18'

export const consents = {
  /** One entry for each purpose, in a fixed order. */
  list: defineCall({
    method: 'GET',
    path: '/user/consents',
    access: 'user',
    summary: 'What I agreed to',
  }).output(z.array(Consent)),

  /** Grants or withdraws a consent. An unchanged one keeps its date. 409 where the account belongs to a child. */
  change: defineCall({
    method: 'PUT',
    path: '/user/consents/{purpose}',
    access: 'user',
    input: 'detailed',
    summary: 'Give a consent or take it back',
    limits: [limit('consent', 'caller', 20, DAY)],
    codes: ['conflict'],
  })

    .input(
      z.object({
        params: z.object({ purpose: ConsentPurpose }),
        body: z.object({ agreed: z.boolean(), at: ConsentPlace.default('settings') }),
      }),
    )
    .output(Consent),
}
