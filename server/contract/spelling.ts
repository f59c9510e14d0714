/** Writes texts that people type as names, texts and files. Without zod: the console uses it, too. */
import { UNSEEN } from './typed-keys.ts'

const JOINERS = '\u200C\u200D'

/**
 * A name on one line, without control, bidi and zero-width characters: they make one name look like another, or turn the
 * text around it. The joiners U+200C and U+200D stay behind a sign of a script that writes with them (क्‍ष, മോഹന്‍, می‌روم) and
 * between emoji (👩‍💻), where they change what is seen.
 */
export function cleanName(typed: string): string {
  return seen(typed.normalize('NFC').replace(/\s+/g, ' ')).trim()
}

/** The same for a text of several lines, whose spaces, tabs and line breaks stay as they were typed. */
export function cleanText(typed: string): string {
  return seen(typed.normalize('NFC').replace(/\r\n?/g, '\n'), '\n\t').trim()
}

/** Without what nobody sees, but for the signs of `besides`. */
const seen = (text: string, besides = '') =>
  text.replace(UNSEEN, (sign, at: number) => {
    if (besides.includes(sign)) return sign
    // A look at the signs beside it, not at the whole text: there may be as many joiners as letters.
    return JOINERS.includes(sign) && joins(text.slice(Math.max(0, at - 2), at), text.slice(at + 1, at + 3)) ? sign : ''
  })

/** A sign of an Indic script may end a word with a joiner; others need a letter or picture on both sides. */
function joins(before: string, after: string): boolean {
  if (/(?!\p{Script=Inherited})\p{M}$/u.test(before)) return true
  const pictures = /(\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u.test(before)
  if (pictures) return /^\p{Extended_Pictographic}/u.test(after)
  if (/\p{Script=Arabic}$/u.test(before)) return /^\p{Script=Arabic}/u.test(after)
  return /(?!\p{Script=Latin})\p{L}$/u.test(before) && /^(?!\p{Script=Inherited})\p{M}/u.test(after)
}

/** UTF-16 units of a file's name: every system takes as many. */
const FILE_NAME_LENGTH = 255

/** The name of a file in any script, as `cleanName` writes it, without the folders around it. */
export function cleanFileName(typed: string): string {
  const name = partOf(typed.split(/[\\/]/).at(-1) ?? '')
  const ending = endingOf(name)
  return `${cut(name.slice(0, name.length - ending.length), FILE_NAME_LENGTH - ending.length) || 'file'}${ending}`
}

/** A dot and what follows it, a letter at least: `v1.5` ends with a number. */
export const endingOf = (fileName: string): string => /\.(?=\d*[a-z])[a-z0-9]{1,10}$/i.exec(fileName)?.[0] ?? ''

/** One name of a path; dots alone are none. */
const partOf = (typed: string): string => cleanName(typed.toWellFormed()).replace(/^\.*$/, '')

/** At most so many units, and no half of a sign. */
const cut = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/** Characters of a folder with those around it; an index holds it whole. */
export const FOLDER_LENGTH = 500

/** A folder of the library, as `Course/Week 1`: names in any script. Folders too deep for the length stand for those in them. */
export function cleanFolder(typed: string): string {
  let path = ''
  for (const part of typed.split(/[\\/]/)) {
    const name = cut(partOf(part), FILE_NAME_LENGTH)
    const deeper = path === '' ? name : `${path}/${name}`
    if (name === '' || deeper.length > FOLDER_LENGTH) continue
    path = deeper
  }
  return path
}

/** Lines each of which is a name, as those of an address. */
export const cleanLines = (typed: string): string =>
  typed
    .split(/\r\n|\r|\n/)
    .map(cleanName)
    .join('\n')
    .trim()
