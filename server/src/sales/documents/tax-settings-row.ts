export type TaxSettingsRow = {
  id: number
  /** A day such as `2026-11-18`. */
  valid_from: string
  enabled: boolean
  legal_name: string
  address: string
  state_code: string
  gstin: string
  cin: string
  sac: string
  rate_basis_points: number
  prices: 'inclusive' | 'exclusive'
  /** Rates and codes of courses that have their own, by id; those of an order are as they were bought. Absent where nobody needs them. */
  rates?: Record<string, number> | null
  sacs?: Record<string, string> | null
}
