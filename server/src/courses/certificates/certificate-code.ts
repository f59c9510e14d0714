import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Crockford's Base32: no letter resembles a digit, so that a number survives being typed from paper. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 26
const GROUP = /.{5}(?=.{5})|.+/g

/** Creates a certificate's number: 130 random bits. */
export function newCode(): string {
  return [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % 32]).join('')
}

/** Formats the printed number, in groups that can be read aloud. */
export const codeText = (code: string): string => (code.toUpperCase().match(GROUP) ?? []).join('-')

/** Returns the public page that shows its validity. */
export const checkAddress = ({ storeUrl }: Pick<Config, 'storeUrl'>, code: string) => `${storeUrl}/c/${code}`

/** Normalises typed or scanned input to the stored form; other input becomes a number that nobody has. */
export function typedCode(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return new RegExp(`^[${LETTERS}]{${LENGTH}}$`).test(plain) ? plain : ''
}
