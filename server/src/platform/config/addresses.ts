import { z } from 'zod'

export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Checks for a host without a path; passes non-addresses, which have their own message. */
export const isHost = (value: string) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`

export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
