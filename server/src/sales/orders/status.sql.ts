import { PAID } from './status.ts'

/** States as a list of SQL, for text without bindings. */
export const listed = (states: readonly string[]) => `('${states.join("', '")}')`

/** States of an order whose buyer has what was bought, as a list of SQL. */
export const PAID_STATES = listed(PAID)
