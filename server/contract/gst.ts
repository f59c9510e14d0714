import type { StateCode } from './gst-states.ts'
import { latinDigits } from './typed-keys.ts'

/** Codes of states and union territories, whose names are in `gst-states.ts`: a form that checks a GSTIN needs none of them. */
const STATE = /^(0[1-9]|1\d|2[0-46-79]|3[0-8]|97)$/

export const isStateCode = (code: string): code is StateCode => STATE.test(code)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The words before a number that is pasted with its label: `GSTIN: 27…`, `GST No. 27…`. */
const LABEL = /^(?:GST(?:IN)?(?:\/?UIN)?|UIN)(?:NO|NUMBER)?[^\dA-Z]*(?=\d)/

/** A GSTIN as it is written: capitals and digits without spaces, dashes and invisible marks, however it was typed or pasted. */
export const tidyGstin = (typed: string): string =>
  latinDigits(typed.normalize('NFKC'))
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase()
    .replace(LABEL, '')

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
