import { z } from 'zod'
import { PERIOD_FORM } from './access-period.ts'
import { EMAIL_FORM, EMAIL_LENGTH, isOfOneScript, phoneDigits } from './email-and-phone.ts'
import { expiryInstant } from './expiry.ts'
import { cleanFileName, cleanName, cleanText } from './spelling.ts'
import { codeKey, emailKey } from './typed-keys.ts'

// The store's policy forbids code made at run time, and a browser reports zod's mere question whether it may make some.
if (typeof document !== 'undefined') z.config({ jitless: true })

/** Rules and messages shared by calls. Lengths are in UTF-16 units by default. */

/** Text of `min` to `max` characters, as `cleanText` writes it; a missing or wrong value answers `message` too. */
export function text(min: number, max: number, message: string) {
  return z
    .string({ error: message })
    .overwrite(cleanText)
    .min(min, { error: message })
    .max(max, { error: `Must be at most ${max} characters` })
}

/** Optional text: missing, null and empty all mean absent, which is null inside and in answers. */
export function optionalText(max: number) {
  return z
    .string({ error: 'Must be text' })
    .overwrite(cleanText)
    .max(max, { error: `Must be at most ${max} characters` })
    .nullish()
    .transform((value) => value || null)
}

/** The name of a person or business, as `cleanName` writes it. */
export function nameText(min: number, max: number, message: string) {
  return z
    .string({ error: message })
    .overwrite(cleanName)
    .min(min, { error: message })
    .max(max, { error: `Must be at most ${max} characters` })
}

/** The typed name of a file. It holds no folders: a slash becomes a dash. */
export const FileName = z
  .string({ error: 'Name is required' })
  .overwrite(cleanName)
  .min(1, { error: 'Name is required' })
  .max(255, { error: 'Must be at most 255 characters' })
  .overwrite((name) => cleanFileName(name.replace(/[\\/]/g, '-')))

/** The same, or absent as with `optionalText`. */
export function optionalName(max: number) {
  return z
    .string({ error: 'Must be text' })
    .overwrite(cleanName)
    .max(max, { error: `Must be at most ${max} characters` })
    .nullish()
    .transform((value) => value || null)
}

export const Email = z
  .string({ error: 'Invalid email address' })
  .overwrite(emailKey)
  .max(EMAIL_LENGTH, { error: 'Invalid email address' })
  .regex(EMAIL_FORM, { error: 'Invalid email address' })
  .refine((email) => !EMAIL_FORM.test(email) || isOfOneScript(email), {
    error: 'Use letters of one script before the @',
  })

const PHONE_MESSAGE = 'Phone number must be at least 10 digits'

export const Phone = z
  .string({ error: PHONE_MESSAGE })
  .max(40, { error: PHONE_MESSAGE })
  .transform(phoneDigits)
  .pipe(z.string().regex(/^\d{10,15}$/, { error: PHONE_MESSAGE }))

/** 8 to 128 characters, never cut off. */
export const Password = z
  .string({ error: 'Password must be at least 8 characters' })
  .min(8, { error: 'Password must be at least 8 characters' })
  .max(128, { error: 'Password must be at most 128 characters' })

/** A password typed at a login: anything goes in, the comparison decides. */
export const TypedPassword = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .max(1000, { error: 'Password is too long' })

export const CourseId = z
  .string({ error: 'Must be a course id' })
  .overwrite(cleanText)
  .min(1, { error: 'Must be a course id' })
  .max(100, { error: 'Must be a course id' })

export const UserId = z
  .string({ error: 'Must be a user id' })
  .overwrite(cleanText)
  .min(1, { error: 'Must be a user id' })
  .max(100, { error: 'Must be a user id' })

export const LessonId = text(1, 100, 'Must be a lesson id')

/** Key of a client's submission, the same in every retry, so that it is stored once. */
export const SendingKey = text(8, 64, 'Must be a key of 8 to 64 characters')

/** Highest price of a course, in rupees. */
export const MAX_PRICE_RUPEES = 1_000_000

/** Money on the wire: a number with at most two decimals. */
export const Rupees = z.number()

export const PAID_AMOUNT = 'Amount must be at least ₹1.00, with at most 2 decimals'

/** A payment in rupees: at least one, the gateway's minimum. */
export const PaidAmount = z
  .number({ error: PAID_AMOUNT })
  .min(1, { error: PAID_AMOUNT })
  .max(100_000_000, { error: PAID_AMOUNT })
  .multipleOf(0.01, { error: PAID_AMOUNT })

const BACK_AMOUNT = 'Amount must be at least ₹0.01, with at most 2 decimals'

/** A refund in rupees: the gateway sends no less than one, a bank any sum. */
export const BackAmount = z
  .number({ error: BACK_AMOUNT })
  .min(0.01, { error: BACK_AMOUNT })
  .max(100_000_000, { error: BACK_AMOUNT })
  .multipleOf(0.01, { error: BACK_AMOUNT })

const PRICE_MESSAGE = 'Price must be positive'

/** A price in rupees: positive, at most two decimals, at most ₹10,00,000. */
export const Price = z
  .number({ error: PRICE_MESSAGE })
  .positive({ error: PRICE_MESSAGE })
  .max(MAX_PRICE_RUPEES, { error: 'Price must be at most 1000000' })
  .refine(hasAtMostTwoDecimals, { error: 'Price must have at most 2 decimals' })

export function hasAtMostTwoDecimals(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 && Number(value.toFixed(2)) === value
}

const URL_MESSAGE = 'Must be a valid URL'
const OWN_MEDIA = /^\/media\/[A-Za-z0-9_-]{16,64}\/[A-Za-z0-9._-]{1,200}$/
const PRIVATE_HOST =
  /^(localhost|.*\.localhost|.*\.local|.*\.internal|0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[)/

/** An https address without credentials on a public host, or one of the store's own `/media/…` paths. */
export function isMediaUrl(value: string): boolean {
  if (OWN_MEDIA.test(value)) return !value.includes('..')
  if (/[\s\\]/.test(value) || !/^https:\/\/[^/]/i.test(value)) return false
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  if (url.username || url.password) return false
  return url.hostname.includes('.') && !PRIVATE_HOST.test(url.hostname)
}

export const MediaUrl = z
  .string({ error: URL_MESSAGE })
  .trim()
  .max(2000, { error: URL_MESSAGE })
  .refine(isMediaUrl, { error: URL_MESSAGE })

export const OptionalMediaUrl = z
  .string({ error: URL_MESSAGE })
  .trim()
  .max(2000, { error: URL_MESSAGE })
  .refine((value) => value === '' || isMediaUrl(value), { error: URL_MESSAGE })
  .nullish()
  .transform((value) => value || null)

/** A date of a promo code, `name` as people call it: a date, or a date-time with or without zone; stored unchanged. */
const promocodeDate = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, { error: `${name} is required` })
    .max(40, { error: `${name} is not a valid date` })
    .refine((value) => expiryInstant(value) !== undefined, { error: `${name} is not a valid date` })

export const ExpiryDate = promocodeDate('Expiry date')
export const StartDate = promocodeDate('Start date')

/** A promo code as typed, in the spelling by which codes are compared. */
export const PromocodeText = z
  .string({ error: 'Invalid promocode' })
  .max(100, { error: 'Invalid promocode' })
  .transform(codeKey)

/** A whole number from `min` to `max`; anything else answers `error`. */
export const whole = (min: number, max: number, error: string) =>
  z.number({ error }).int({ error }).min(min, { error }).max(max, { error })

/** A whole number that arrives as query text: digits only, within the bounds. */
export function wholeNumber(min: number, max: number, message: string) {
  return z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,15}$/, { error: message })
    .transform(Number)
    .pipe(z.number().min(min, { error: message }).max(max, { error: message }))
}

/** Rupees that arrive as query text: digits with at most two decimals. */
export const RupeesText = z
  .string({ error: 'Must be an amount in rupees' })
  .trim()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, { error: 'Must be an amount in rupees' })
  .transform(Number)

const PERIOD = 'Must be 1 to 999 months or days'

/** For how long a course is sold; null if it never expires. */
export const AccessPeriod = z.string({ error: PERIOD }).regex(PERIOD_FORM, { error: PERIOD }).nullable()

/** A moment in answers: ISO 8601, UTC. */
export const Moment = z.string()

/** A day in Indian time, as `from` and `to` of lists have it (both inclusive). */
export const Day = z
  .string({ error: 'Must be a date such as 2026-11-18' })
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Must be a date such as 2026-11-18' })
  .refine((value) => expiryInstant(value) !== undefined, { error: 'Must be a date such as 2026-11-18' })

/** Text of a search. */
export const SearchText = z
  .string({ error: 'Must be text' })
  .overwrite(cleanText)
  .max(200, { error: 'Must be at most 200 characters' })

/** Rows of a list, and how many come before them. */
export const listWindow = {
  limit: wholeNumber(1, 1000, 'Must be a whole number from 1 to 1000').optional(),
  offset: wholeNumber(0, 1_000_000_000, 'Must be a whole number from 0').optional(),
}

/** Headers of a change that names the state it began with: its version in quotes, or its `ETag`. Without it the change replaces any state. */
export const IfMatch = z.object({ 'if-match': z.string().max(200).optional() }).optional()

/**
 * Search, order and window of a list. Without `limit` the whole list is answered; `X-Total-Count` is always sent, and may be bounded
 * as `MOST_COUNTED` says.
 */
export function listQuery<const Sort extends readonly [string, ...string[]]>(sorts: Sort) {
  return z.object({
    q: SearchText.optional(),
    sort: z.enum(sorts, { error: `Must be one of ${sorts.join(', ')}` }).optional(),
    ...listWindow,
  })
}

export const Message = z.object({ message: z.string() })

const MONTH = 'Must be a month such as 2026-11'
/** A month of Indian time. */
export const MonthText = z.string({ error: MONTH }).regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: MONTH })

export const isMonth = (text: string): boolean => MonthText.safeParse(text).success

/** Makes every field one that may be absent or null. */
export function nullish<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const made = Object.entries(shape).map(([name, schema]) => [name, schema.nullish()])
  return Object.fromEntries(made) as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> }
}

/** A field of a query that is an object: `name[KEY]=` for each entry, or one JSON text of at most 5,000 characters. Absent without either. */
export const objectOrJson = <Of extends z.ZodType>(of: Of, error: string) => {
  const text = z
    .string()
    .max(5000)
    .transform((text): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        return null
      }
    })
  return z.union([of, text.pipe(of)], { error }).optional()
}
