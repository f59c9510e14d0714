/** States and union territories by the two digits that GST uses for them (GSTIN, place of supply). */
export const states = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
} as const

export type StateCode = keyof typeof states

/** The name of a state by its code; another text as it is. */
export const stateName = (code: string): string => (Object.hasOwn(states, code) ? states[code as StateCode] : code)

/** Code and name of a state for a table; another code as it is. */
export const placeText = (code: string | null): string | null =>
  code !== null && Object.hasOwn(states, code) ? `${code} ${stateName(code)}` : code

/** Union territories without a legislature, and what lies beyond all states (CGST Act, section 2(114)). */
const WITHOUT_LEGISLATURE = ['04', '26', '31', '35', '38', '97']

/** The half of the tax that is not the centre's, for supplies within a state or territory. */
export const localTaxOf = (code: string): 'SGST' | 'UTGST' => (WITHOUT_LEGISLATURE.includes(code) ? 'UTGST' : 'SGST')

/** Codes and names in the order of the names, for a list to choose from. */
export const statesByName: readonly [code: string, name: string][] = Object.entries(states).sort(([, a], [, b]) =>
  a < b ? -1 : 1,
)
