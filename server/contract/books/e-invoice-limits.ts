/** A rule in force from a day of India on; `crore` is a turnover of the whole PAN, in tens of millions of rupees. */
type Limit = { from: string; crore: number }

/** Shops that make e-invoices: a turnover above it in any year since 2017–18. Notification 10/2023; read 30 November 2026, nothing lower found. */
const NEEDED: readonly Limit[] = [{ from: '2023-08-01', crore: 5 }]

/** Shops that report within `days` of the paper's date. GSTN's advisory of 5 November 2024; read 30 November 2026. */
const IN_TIME: readonly (Limit & { days: number })[] = [{ from: '2025-04-01', crore: 10, days: 30 }]

const last = <Rule extends Limit>(rules: readonly Rule[], today: string) => rules.findLast(({ from }) => from <= today)

/** Returns the rules of a day of India (`2026-11-30`): add a row with its day when they change, and it is shown from then on. */
export const eInvoiceLimits = (today: string) => ({ needed: last(NEEDED, today), inTime: last(IN_TIME, today) })
