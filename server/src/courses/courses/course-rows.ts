import { Course, CourseCard } from 'contract/courses/courses'
import { hiddenFields, shownFields } from 'contract/courses/extra-fields'
import { missingIn } from 'contract/courses/missing'
import type { Sale } from 'contract/courses/schedule'
import { toRupees } from 'contract/money'
import type { Missing } from 'contract/placement'
import { plainText } from 'contract/plain-text'

export type Row = Record<string, unknown> & { price_paise: number; version: number }

/** Columns for `shownPrice`. */
export const saleColumns = ['sale_shown', 'sale_price_paise', 'sale_until']

const stored = (wireField: string) => (wireField === 'price' ? 'price_paise' : wireField)
const extraFields = Object.keys({ ...shownFields, ...hiddenFields })
/** Fields of features without a value, as a course's owner has them. */
export const noExtras = Object.fromEntries(extraFields.map((field) => [field, null]))
/** Returns true for a field that a feature adds: all of them are one column, `extras`, in which an absent one is null. */
export const isExtra = (field: string) => extraFields.includes(field)
export const cardColumns = [
  ...Object.keys(CourseCard.omit({ sale: true, includes: true, ways: true }).shape)
    .filter((field) => !isExtra(field))
    .map(stored),
  'extras',
  ...saleColumns,
]
export const courseColumns = [
  ...Object.keys(Course.shape)
    .filter((field) => !isExtra(field))
    .map(stored),
  'extras',
]

/** Columns for `missingOf`, as SQL; of the long description its beginning, which is enough. */
export const SALE_COLUMNS =
  'course_id, name, description, left(long_description, 60) as long_description, header_text, header_below, price_paise, banner, kind, free, bundle_courses'

/** Lists what a row with its number of lessons lacks. */
export const missingOf = (row: Row & { lessons: number }): Missing[] =>
  missingIn(toWire(row) as Course, Number(row.lessons))

/** Converts a row to the console's course, with the ordinary price. */
export function toWire({ price_paise, extras, ...row }: Row): object {
  return { ...row, ...(extras as object | undefined), price: toRupees(price_paise) }
}

/** Converts a row to a card. */
export const toCard = (row: Row): object => ({
  ...toWire(row),
  ...shownPrice(row),
  ...waysOf(row),
  description: plainText(String(row.description)),
})

/** Names the public fields of features that a course has. */
function waysOf({ extras }: Row): { ways?: string[] } {
  const ways = Object.keys((extras as object | undefined) ?? {}).filter((field) => field in shownFields)
  return ways.length > 0 ? { ways } : {}
}

/** Returns the public price, and during a sale the ordinary one too. */
export function shownPrice(row: Row): { price: number; sale?: Sale } {
  const was = toRupees(row.price_paise)
  if (!row.sale_shown) return { price: was }
  const until = String(row.sale_until)
  return { price: toRupees(Number(row.sale_price_paise)), sale: { was, until } }
}
