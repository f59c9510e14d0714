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

export function isStateCode(code: string): code is StateCode {
  return Object.hasOwn(states, code)
}

/** The name of a state by its code; another text as it is. */
export const stateName = (code: string): string => (isStateCode(code) ? states[code] : code)

/** Union territories without a legislature, and what lies beyond all states (CGST Act, section 2(114)). */
const WITHOUT_LEGISLATURE = ['04', '26', '31', '35', '38', '97']

/** The half of the tax that is not the centre's, for supplies within a state or territory. */
export const localTaxOf = (code: string): 'SGST' | 'UTGST' => (WITHOUT_LEGISLATURE.includes(code) ? 'UTGST' : 'SGST')

/** Codes and names in the order of the names, for a list to choose from. */
export const statesByName: readonly [code: string, name: string][] = Object.entries(states).sort(([, a], [, b]) =>
  a < b ? -1 : 1,
)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A GSTIN as it is written: capitals without spaces, dashes and invisible marks, however it was typed or pasted. */
export const tidyGstin = (typed: string): string => typed.replace(/[\s\p{Pd}\p{Cf}]/gu, '').toUpperCase()

/** A taxpayer: state, PAN, entity, `Z` and the check digit. */
const REGULAR = /^\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/
/** Deductors (`D`) and collectors (`C`) of tax at source, by PAN or TAN; embassies and UN bodies (`UN`, `ON`); non-residents (`NR`). */
const SPECIAL = /^\d\d(?:[A-Z]{4}[\dA-Z]\d{4}[A-Z][1-9A-Z][CD]|\d\d[A-Z]{3}\d{5}(?:[UO]N|NR))[\dA-Z]$/
/** Sellers abroad of online services, and the centre's own numbers. */
const ABROAD = /^99[\dA-Z]{13}$/

/** Returns true for the GSTIN of a taxpayer, which a shop has. */
export const isGstin = (text: string): boolean => REGULAR.test(text) && isOfState(text) && hasCheckDigit(text)

/** Returns true for a GSTIN or UIN that a buyer in India may have. */
export const isBuyerGstin = (text: string): boolean =>
  (REGULAR.test(text) || SPECIAL.test(text)) && isOfState(text) && hasCheckDigit(text)

/** Returns true for a valid number of no Indian state, so that an invoice would have no place of supply. */
export const isGstinAbroad = (text: string): boolean => ABROAD.test(text) && hasCheckDigit(text)

/** Returns true for the number of an embassy or a body of the United Nations. */
export const isUin = (gstin: string): boolean => /[UO]N.$/.test(gstin)

const isOfState = (text: string): boolean => isStateCode(text.slice(0, 2))

/** Checks the last digit over the fourteen before it (mod 36, weights 1 and 2). */
function hasCheckDigit(text: string): boolean {
  const sum = [...text.slice(0, 14)].reduce((total, character, index) => {
    const product = DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return text[14] === DIGITS[(36 - (sum % 36)) % 36]
}
