/** Normalises what people type to compare it. Without zod, and apart from `spelling.ts`: cart, login and checkout load it alone. */

/** Controls, and what nobody sees: bidi marks, zero-width spaces, soft hyphens, tags, fillers. */
export const UNSEEN = /\p{Cc}|\p{Cf}|\u034F|\u115F|\u1160|\u3164|\uFFA0/gu

/** Normalises an email address to compare and store: NFKC, small letters, no invisible characters, no space around. */
export const emailKey = (typed: string): string => typed.normalize('NFKC').replace(UNSEEN, '').trim().toLowerCase()

/** Digits of the scripts of India from Devanagari to Malayalam; each block has them in the same place. */
const INDIAN_DIGITS =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g

/** Writes digits of the scripts of India as 0 to 9. */
export const latinDigits = (text: string): string =>
  text.replace(INDIAN_DIGITS, (digit) => String((digit.charCodeAt(0) & 0x7f) - 0x66))

/** Spells a code that is made: NFKC, capitals, no invisible characters, no space around. */
export const newCode = (typed: string): string => typed.normalize('NFKC').replace(UNSEEN, '').trim().toUpperCase()

/** Signs around what people paste: quotes, brackets, a full stop or danda, and the `*bold*` and `_italic_` of chats. */
const AROUND = /^[^\p{L}\p{M}\p{N}_-]+|[^\p{L}\p{M}\p{N}_-]+$/gu

/** Normalises a code to compare, as people paste it: without the signs around it. */
export const codeKey = (typed: string): string =>
  inLatin(
    newCode(typed)
      .replace(AROUND, '')
      .replace(/^_(.+)_$/, '$1'),
  )

/** `REELS२०` is REELS20; a code whose letters are of another script is the shop's own spelling. */
const inLatin = (code: string) => (/^[\x21-\x7e]+$/.test(latinDigits(code)) ? latinDigits(code) : code)
