import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Crockford's Base32: no letter that reads as a digit, so that a number survives being typed from paper. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26
const GROUP = /.{5}(?=.{5})|.+/g

/** The number of a certificate: 130 random bits. */
export function newCode(): string {
  return [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % 32]).join('')
}

/** As printed, in groups that can be read aloud. */
export const codeText = (code: string): string => (code.toUpperCase().match(GROUP) ?? []).join('-')

/** The public page that shows whether it is valid. */
export const checkAddress = ({ storeUrl }: Pick<Config, 'storeUrl'>, code: string) => `${storeUrl}/c/${code}`

/** What somebody typed or scanned, as it is stored; something else comes out as a number that nobody has. */
export function typedCode(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return new RegExp(`^[${LETTERS}]{${LENGTH}}$`).test(plain) ? plain : ''
}
