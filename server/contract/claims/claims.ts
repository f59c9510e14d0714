import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { Day, MediaUrl, Moment, text } from '../fields.ts'

/** Figures that the server counts, and the days of the guarantee that the shop gives. */
export const PROVING_FIGURES = ['students', 'courses', 'lessons', 'hours', 'guarantee'] as const
export type ProvingFigure = (typeof PROVING_FIGURES)[number]

/** The source of a claim: a figure that is at least as great, a file of the library, or a text with its day. */
export const ProofInput = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('counted'), figure: z.enum(PROVING_FIGURES, { error: 'Choose a figure' }) }),
    z.object({
      kind: z.literal('file'),
      file: MediaUrl.refine((url) => url.startsWith('/media/'), { error: 'Choose a file of the library' }),
    }),
    z.object({
      kind: z.literal('text'),
      text: text(10, 1000, 'Say where it comes from, in at least 10 characters'),
      dated_on: Day,
    }),
  ],
  { error: 'Choose a figure, a file or a text' },
)

const Proof = z.object({
  kind: z.enum(['counted', 'file', 'text']),
  figure: z.enum(PROVING_FIGURES).nullable(),
  file: z.string().nullable(),
  text: z.string().nullable(),
  dated_on: Day.nullable(),
  /** False once the figure is smaller than the claim, or the file was deleted. */
  holds: z.boolean(),
  at: Moment,
  by: z.string(),
})

export const ClaimLine = z.object({
  claim_id: z.string(),
  words: z.string(),
  kind: z.enum(['number', 'rating', 'income', 'best', 'guarantee']),
  /** `live`: visitors can open the place. `is_name`: a name, which is shown in any case. */
  places: z.array(
    z.object({
      place: z.enum(['shop', 'course', 'page', 'offer']),
      id: z.string(),
      name: z.string(),
      path: z.string(),
      live: z.boolean(),
      is_name: z.boolean(),
    }),
  ),
  proof: Proof.nullable(),
})
export type ClaimLine = z.output<typeof ClaimLine>

export const ClaimList = z.object({
  /** Claims without a proof first; at most 500. */
  claims: z.array(ClaimLine),
  total: z.number().int(),
  unproven: z.number().int(),
  /** True: what lacks a proof is not shown. False in a shop from before, until the day below. */
  strict: z.boolean(),
  shown_until: Moment.nullable(),
  counted: z.record(z.enum(PROVING_FIGURES), z.number()),
})
export type ClaimList = z.output<typeof ClaimList>

const ClaimId = z.string({ error: 'Unknown claim' }).regex(/^[0-9a-f]{32}$/, { error: 'Unknown claim' })

/** Claims of the store with their proofs. A claim is a sentence: a changed one is another claim. */
export const claims = {
  list: defineCall({
    method: 'GET',
    path: '/admin/claims',
    access: 'admin',
    roles: ['editor'],
    summary: 'Claims of the store, with their proofs',
  }).output(ClaimList),

  /** 404 for a claim that is nowhere by now; 422 when the figure is smaller than the number of the claim, or no such file is there. */
  prove: defineCall({
    method: 'PUT',
    path: '/admin/claims/{claim_id}',
    access: 'admin',
    input: 'detailed',
    confirm: { without: 'the proof is removed by one call, and the store follows it' },
    summary: 'Prove a claim',
    codes: ['not_found'],
  })
    .input(z.object({ params: z.object({ claim_id: ClaimId }), body: ProofInput }))
    .output(ClaimList),

  /** Takes a proof away: the claim leaves the store. */
  unprove: defineCall({
    method: 'DELETE',
    path: '/admin/claims/{claim_id}',
    access: 'admin',
    confirm: { without: 'a new proof shows the claim again' },
    summary: 'Remove the proof of a claim',
    codes: ['not_found'],
  })
    .input(z.object({ claim_id: ClaimId }))
    .output(ClaimList),

  /** Ends the time in which a shop from before shows claims without a proof. */
  hide: defineCall({
    method: 'POST',
    path: '/admin/claims/hide',
    access: 'admin',
    confirm: { without: 'a proof shows each again' },
    summary: 'Hide claims without a proof now',
  }).output(ClaimList),
}
