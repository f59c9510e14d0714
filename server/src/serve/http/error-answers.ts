import { type ErrorCode, errorStatus } from 'contract/errors'
import type { Route } from './route-table.ts'

/** The errors that come of one trait of a call: the one place that says which. */
const causes: readonly { holds: (route: Route) => boolean; codes: readonly ErrorCode[] }[] = [
  // An address that is not well formed, a header that is there twice; a key of the query that is; too many of one client at once, and
  // whatever limit the call has besides; a database that is away.
  { holds: () => true, codes: ['bad_request', 'invalid', 'rate_limited', 'unavailable'] },
  { holds: ({ access }) => access !== 'public', codes: ['authentication_required', 'authentication_expired'] },
  {
    holds: ({ access }) => access === 'admin',
    codes: ['forbidden', 'password_change_required', 'second_factor_setup_required'],
  },
  // A student's are refused in a read-only view.
  { holds: ({ access }) => access === 'user', codes: ['forbidden'] },
  { holds: ({ confirm }) => confirm !== undefined, codes: ['confirmation_required'] },
  { holds: ({ path }) => path.includes('{'), codes: ['not_found'] },
  { holds: ({ body }) => body !== 'none', codes: ['too_large', 'unsupported_media_type'] },
]

/** Every code that a call may answer with, by its status. */
export function errorAnswers(route: Route): Map<number, ErrorCode[]> {
  const codes = new Set([...causes.flatMap((cause) => (cause.holds(route) ? cause.codes : [])), ...route.codes])
  const answers = Map.groupBy(codes, (code) => errorStatus[code] as number)
  // An address that is too long, and headers that are, whatever the call takes.
  for (const status of [414, 431]) answers.set(status, ['too_large'])
  return new Map([...answers].toSorted(([one], [other]) => one - other))
}
