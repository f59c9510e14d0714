import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'

/** At most this many links are tried at once. */
export const MAX_CHECKED_LINKS = 50

export const LinkResult = z.object({
  link: z.string(),
  result: z.enum(['ok', 'blocked', 'unreachable']),
  /** HTTP status of the last answer; null when there was none. */
  status: z.number().int().nullable(),
  /** True if the player may frame the page; null without an answer. */
  framed: z.boolean().nullable(),
  /** A sentence for a person. */
  reason: z.string(),
})
export type LinkResult = z.output<typeof LinkResult>

/** A part of `courses`. */
export const linkCheck = {
  /**
   * Tries addresses from the server, each once. `ok` answered, `framed` says whether a browser may show it in the
   * player's frame, `blocked` leads to a private network or is no address of ours to try, `unreachable` did not answer
   * in time or with an error.
   */
  checkLinks: defineCall({
    method: 'POST',
    path: '/admin/courses/check_links',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    summary: 'Check lesson links',
    cost: 'ask',
    limits: [limit('check_links', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
  })
    .input(
      z.object({
        links: z
          .array(z.string({ error: 'Must be a valid URL' }).trim().max(2000), { error: 'Must be a list of links' })
          .min(1, { error: 'Must be a list of links' })
          .max(MAX_CHECKED_LINKS, { error: `At most ${MAX_CHECKED_LINKS} links at once` }),
      }),
    )
    .output(z.object({ results: z.array(LinkResult) })),
}
