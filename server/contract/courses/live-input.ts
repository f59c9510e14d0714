import { z } from 'zod'
import { whole } from '../fields.ts'

const MINUTES = 'Length must be 5 to 480 minutes'
const LINK = 'Must be a link that begins with https://'

/** The address of a meeting anywhere; it may carry a password in its query, never in front of its host. */
function isJoinLink(value: string): boolean {
  if (/[\s\\]/.test(value) || !value.startsWith('https://') || !URL.canParse(value)) return false
  const { username, password, hostname } = new URL(value)
  return !username && !password && hostname.includes('.')
}

export const LiveInput = z.object({
  /** A new moment lies in the future. */
  starts_at: z.iso
    .datetime({ offset: true, error: 'Must be a date and time' })
    .transform((moment) => new Date(moment).toISOString()),
  minutes: whole(5, 480, MINUTES),
  join_link: z.string({ error: LINK }).trim().max(2000, { error: LINK }).refine(isJoinLink, { error: LINK }),
})
export type LiveInput = z.output<typeof LiveInput>
