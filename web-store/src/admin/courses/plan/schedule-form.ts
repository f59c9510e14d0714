import { type CourseSchedule, CourseScheduleBody } from 'contract/courses/schedule'
import type { z } from 'zod'
import { dateTimeText } from '../../../ui/format.ts'
import { sentHour, typedHour } from '../../forms/indian-hour.ts'
import type { Sent } from '../../forms/use-versioned-save.ts'
import { mergedParts, type VersionPart, versionParts } from '../../forms/version-parts.ts'

/** The plan of a course as it is typed; moments are hours in India, such as `2026-12-01T10:00`. */
export type ScheduleForm = {
  sale_price: string
  sale_from: string
  sale_until: string
  publish_at: string
  withdraw_at: string
  withdraw_to: 'unlisted' | 'archived'
}
export type ScheduleBody = z.input<typeof CourseScheduleBody>

export const NO_PLAN: CourseSchedule = { publish_at: null, withdraw: null, sale: null }

export const toForm = ({ publish_at, withdraw, sale }: CourseSchedule): ScheduleForm => ({
  sale_price: sale ? String(sale.price) : '',
  sale_from: typedHour(sale?.from ?? null),
  sale_until: typedHour(sale?.until ?? null),
  publish_at: typedHour(publish_at),
  withdraw_at: typedHour(withdraw?.at ?? null),
  withdraw_to: withdraw?.to ?? 'unlisted',
})

/** Converts the form to the request: an empty sale is none, one without a start begins at once. */
export function toBody(form: ScheduleForm): ScheduleBody {
  const { sale_price, sale_from, sale_until, publish_at, withdraw_at, withdraw_to } = form
  const at = sentHour(withdraw_at)
  const price = sale_price.trim()
  return {
    publish_at: sentHour(publish_at),
    withdraw: at === null ? null : { at, to: withdraw_to },
    sale:
      price || sale_from || sale_until
        ? { price: price ? Number(price) : Number.NaN, from: sentHour(sale_from), until: sentHour(sale_until) ?? '' }
        : null,
  }
}

const PARTS = [
  ['sale_price', 'sale price'],
  ['sale_from', 'start of the sale'],
  ['sale_until', 'end of the sale'],
  ['publish_at', 'publishing'],
  ['withdraw_at', 'taking off the store'],
  ['withdraw_to', 'state after it'],
] as const

function wordsOf(form: ScheduleForm, part: keyof ScheduleForm): string {
  const typed = form[part]
  if (part === 'withdraw_to') return form.withdraw_at && typed
  if (part === 'sale_price') return typed.trim() && `₹${typed.trim()}`
  const at = sentHour(typed)
  return at ? `${dateTimeText(at)} IST` : ''
}

/** Compares this admin's plan with the stored one; `base` is the one the edit began with. */
export const planParts = (mine: ScheduleForm, theirs: CourseSchedule, base: CourseSchedule): VersionPart[] =>
  versionParts(PARTS, wordsOf, { mine, theirs: toForm(theirs), base: toForm(base) })

/** This admin's plan with theirs of the parts named. */
export const mergedPlan = (mine: ScheduleForm, theirs: CourseSchedule, taken: ReadonlySet<string>): ScheduleForm =>
  mergedParts(PARTS, mine, toForm(theirs), taken)

/** The field of the form that a place of the answer or the schema is about. */
export const fieldAt = (path: string): keyof ScheduleForm | undefined =>
  (['sale_price', 'sale_from', 'sale_until', 'publish_at', 'withdraw_at'] as const).find((field) =>
    path.replaceAll('.', '_').endsWith(field),
  )

const WORDS: Partial<Record<keyof ScheduleForm, string>> = {
  sale_price: 'Enter the price during the sale',
  sale_until: 'Enter when the sale ends',
}

/** The contract's schema checks what is sent; the form goes on as it was typed. */
export function parsePlan(form: ScheduleForm) {
  const { error } = CourseScheduleBody.safeParse(toBody(form))
  if (!error) return { success: true as const, data: { body: form } as Sent<ScheduleForm> }
  const issues = error.issues.map(({ path, message }) => {
    const field = fieldAt(path.join('.'))
    return { path: [field ?? ''], message: (field && form[field].trim() === '' && WORDS[field]) || message }
  })
  return { success: false as const, error: { issues } }
}
