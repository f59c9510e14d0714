/** How texts that people type are written and compared. Without zod: public pages use it, too. */

// Controls, and what nobody sees: bidi marks, zero-width spaces, soft hyphens, tags, fillers.
const UNSEEN = /\p{Cc}|\p{Cf}|\u034F|\u115F|\u1160|\u3164|\uFFA0/gu
const JOINERS = '\u200C\u200D'

/**
 * A name on one line, without control, bidi and zero-width characters: they make one name look like another, or turn the
 * text around it. The joiners U+200C and U+200D stay behind a sign of a script that writes with them (क्‍ष, മോഹന്‍, می‌روم) and
 * between emoji (👩‍💻), where they change what is seen.
 */
export function cleanName(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, (sign, at: number, whole: string) =>
      JOINERS.includes(sign) && joins(whole.slice(0, at), whole.slice(at + 1)) ? sign : '',
    )
    .trim()
}

/** A sign of an Indic script may end a word with a joiner; others need a letter or picture on both sides. */
function joins(before: string, after: string): boolean {
  if (/(?!\p{Script=Inherited})\p{M}$/u.test(before)) return true
  const pictures = /(\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u.test(before)
  if (pictures) return /^\p{Extended_Pictographic}/u.test(after)
  if (/\p{Script=Arabic}$/u.test(before)) return /^\p{Script=Arabic}/u.test(after)
  return /(?!\p{Script=Latin})\p{L}$/u.test(before) && /^(?!\p{Script=Inherited})\p{M}/u.test(after)
}

/** The same for a text of several lines. */
export const cleanLines = (typed: string): string =>
  typed
    .split(/\r\n|\r|\n/)
    .map(cleanName)
    .join('\n')
    .trim()

/** What two email addresses are compared by, and how they are kept: NFKC, small letters, nothing unseen, no space around. */
export const emailKey = (typed: string): string => typed.normalize('NFKC').replace(UNSEEN, '').trim().toLowerCase()

/** What two codes are compared by: NFKC, capitals, nothing unseen, no space around. */
export const codeKey = (typed: string): string => typed.normalize('NFKC').replace(UNSEEN, '').trim().toUpperCase()
