import { z } from 'zod'
import { CourseId, MediaUrl, nameText, PromocodeText, text } from './fields.ts'

export const MOST_BLOCKS = 40

// Line breaks would begin a header of their own, marks of direction turn what follows around.
const BREAKS_A_HEADER = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u
const ONE_LINE = 'Must be one line without control characters'
/** Text for a header of an email. */
export const oneLine = (max: number, message: string) =>
  z
    .string({ error: message })
    .refine((typed) => !BREAKS_A_HEADER.test(typed), { error: ONE_LINE })
    .pipe(nameText(1, max, message))

/** A subject line. `{name}` is the reader's first name. */
export const LetterSubject = oneLine(150, 'Subject is required')

const LINK = 'Must be an https address, or a path of the store such as /course/12'
/** An https address, or a path of the store. */
export const LetterLink = z
  .string({ error: LINK })
  .trim()
  .max(1000, { error: LINK })
  .refine((value) => /^\/(?![/\\])[^\s\\]*$/.test(value) || isWebAddress(value), { error: LINK })

function isWebAddress(value: string): boolean {
  if (/[\s\\]/.test(value) || !/^https:\/\/[^/]/i.test(value) || !URL.canParse(value)) return false
  const { username, password, hostname } = new URL(value)
  return !username && !password && hostname.includes('.')
}

const BLOCK = 'Unknown block of a letter'

/** One part of a letter: paragraphs (`{name}` is the first name), a picture, a course's card, a button, a promo code. */
export const Block = z.union(
  [
    z.strictObject({ text: text(1, 5000, 'Text is required') }),
    z.strictObject({ image: MediaUrl, alt: text(1, 200, 'Describe the picture') }),
    z.strictObject({ course: CourseId }),
    z.strictObject({ button: z.strictObject({ label: oneLine(60, 'Label is required'), url: LetterLink }) }),
    z.strictObject({ code: PromocodeText.pipe(z.string().min(1, { error: 'Invalid promocode' })) }),
  ],
  { error: BLOCK },
)
export type Block = z.output<typeof Block>

export const Blocks = z
  .array(Block, { error: 'Must be a list of blocks' })
  .min(1, { error: 'Add at least one block' })
  .max(MOST_BLOCKS, { error: `At most ${MOST_BLOCKS} blocks` })
