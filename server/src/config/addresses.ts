import { z } from 'zod'

/** An address of the web, as a setting names it. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** A database of PostgreSQL. */
export const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
