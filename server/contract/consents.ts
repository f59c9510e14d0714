import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Moment } from './fields.ts'

/** What a shop may do with an address only when its owner agrees. Mails about an own order, course or account need no consent. */
export const ConsentPurpose = z.enum(['news_email', 'news_message'])
export type ConsentPurpose = z.output<typeof ConsentPurpose>

export const Consent = z.object({
  purpose: ConsentPurpose,
  agreed: z.boolean(),
  /** When it was last given or taken back; null when it was never given. */
  changed_at: Moment.nullable(),
})
export type Consent = z.output<typeof Consent>

export const consents = {
  /** One entry for each purpose, in a fixed order. */
  list: defineCall({
    method: 'GET',
    path: '/user/consents',
    access: 'user',
    summary: 'What I agreed to',
  }).output(z.array(Consent)),

  /** Gives a consent or takes it back. What is so already keeps its date. */
  change: defineCall({
    method: 'PUT',
    path: '/user/consents/{purpose}',
    access: 'user',
    input: 'detailed',
    summary: 'Give a consent or take it back',
  })
    .input(z.object({ params: z.object({ purpose: ConsentPurpose }), body: z.object({ agreed: z.boolean() }) }))
    .output(Consent),
}
