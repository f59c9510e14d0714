/** Normalises what people type to compare it. Without zod, and apart from `spelling.ts`: cart, login and checkout load it alone. */

/** Controls, and what nobody sees: bidi marks, zero-width spaces, soft hyphens, tags, fillers. */
export const UNSEEN = /\p{Cc}|\p{Cf}|\u034F|\u115F|\u1160|\u3164|\uFFA0/gu

/** Normalises an email address to compare and store: NFKC, small letters, no invisible characters, no space around. */
export const emailKey = (typed: string): string => typed.normalize('NFKC').replace(UNSEEN, '').trim().toLowerCase()

/** Spells a code that is made: NFKC, capitals, no invisible characters, no space around. */
export const newCode = (typed: string): string => typed.normalize('NFKC').replace(UNSEEN, '').trim().toUpperCase()

/** Signs around what people paste: quotes, brackets, a full stop or danda, and the `*bold*` and `_italic_` of chats. */
const AROUND = /^[^\p{L}\p{M}\p{N}_-]+|[^\p{L}\p{M}\p{N}_-]+$/gu

/** Normalises a code to compare, as people paste it: without the signs around it. */
export const codeKey = (typed: string): string =>
  newCode(typed)
    .replace(AROUND, '')
    .replace(/^_(.+)_$/, '$1')
