import { z } from 'zod'

/** An address of the web, as a setting names it. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Whether it is a whole host and nothing below one; what is no address at all has its own sentence. */
export const isHost = (value: string) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`

/** A database of PostgreSQL. */
export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
