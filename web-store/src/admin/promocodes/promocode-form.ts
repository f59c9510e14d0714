import { expiryInstant, startInstant } from 'contract/expiry'
import { addDays, indianDay } from 'contract/indian-time'
import { AddPromocodeQuery, UpdatePromocodeBody } from 'contract/promocode-input'
import type { Promocode } from 'contract/promocodes'
import type { z } from 'zod'

/** The typed discount; `kind` decides between discount and amount. */
export type ReductionForm = { kind: 'percent' | 'rupees'; discount: string; amount: string }

/** A new code as it is typed. */
export type NewCodeForm = ReductionForm &
  Record<
    | 'promocode'
    | 'expiry_date'
    | 'start_date'
    | 'max_discount'
    | 'minimum_order'
    | 'first_purchase'
    | 'max_uses'
    | 'max_uses_per_buyer'
    | 'max_seats'
    | 'listed',
    string
  > & { course_ids: string[] }

const OPTIONAL = new Set(['start_date', 'max_discount', 'minimum_order', 'max_uses', 'max_uses_per_buyer', 'max_seats'])
const EXPIRES_AFTER_DAYS = 30

/** Returns the initial values of a new code on a day in India. */
export const newCode = (today: string): NewCodeForm => ({
  promocode: '',
  kind: 'percent',
  discount: '10',
  amount: '',
  expiry_date: addDays(today, EXPIRES_AFTER_DAYS),
  course_ids: [],
  start_date: '',
  max_discount: '',
  minimum_order: '',
  first_purchase: 'false',
  max_uses: '',
  max_uses_per_buyer: '',
  max_seats: '',
  listed: 'true',
})

/** Converts a new code to its query: empty limits are left out, and no course means every one. */
export function newCodeQuery({ kind, discount, amount, course_ids, max_discount, ...typed }: NewCodeForm) {
  const form = { ...typed, max_discount: kind === 'rupees' ? '' : max_discount }
  const input = Object.fromEntries(Object.entries(form).filter(([name, text]) => !OPTIONAL.has(name) || text !== ''))
  return {
    ...(input as Pick<NewCodeForm, 'promocode' | 'expiry_date'> &
      Partial<
        Record<
          'start_date' | 'max_discount' | 'minimum_order' | 'max_uses' | 'max_uses_per_buyer' | 'max_seats',
          string
        >
      > &
      Record<'first_purchase' | 'listed', 'true' | 'false'>),
    ...(kind === 'rupees' ? { amount } : { discount }),
    ...(course_ids.length > 0 ? { course_ids: course_ids.join(',') } : {}),
  }
}

/** Checks what is sent by the contract's schema; it is sent as it was typed. */
export function parseNewCode(form: NewCodeForm) {
  const query = newCodeQuery({ ...form, promocode: form.promocode.trim() })
  const parsed = AddPromocodeQuery.safeParse(query)
  return parsed.success ? { success: true as const, data: query } : parsed
}

/** A stored code as it is typed. */
export type CodeForm = ReductionForm & {
  expiry_date: string
  start_date: string
  max_discount: string
  minimum_order: string
  first_purchase: boolean
  max_uses: string
  max_uses_per_buyer: string
  max_seats: string
  paused: boolean
  listed: boolean
}
export type CodeBody = z.output<typeof UpdatePromocodeBody>

const textOf = (value: number | null) => (value === null ? '' : String(value))
const dayOf = (instant: number | undefined) => (instant === undefined ? '' : indianDay(new Date(instant)))

export const toForm = (code: Promocode): CodeForm => ({
  kind: code.amount === null ? 'percent' : 'rupees',
  discount: code.amount === null ? String(code.discount) : '',
  amount: textOf(code.amount),
  expiry_date: dayOf(expiryInstant(code.expiry_date)),
  start_date: code.start_date === null ? '' : dayOf(startInstant(code.start_date)),
  max_discount: textOf(code.max_discount),
  minimum_order: textOf(code.minimum_order),
  first_purchase: code.first_purchase,
  max_uses: textOf(code.max_uses),
  max_uses_per_buyer: textOf(code.max_uses_per_buyer),
  max_seats: textOf(code.max_seats),
  paused: code.paused,
  listed: code.listed,
})

/** Converts a code to the body of its request: an empty limit is none. */
function bodyOf({ kind, discount, amount, ...form }: CodeForm) {
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    ...form,
    ...(kind === 'rupees' ? { amount: Number(amount) } : { discount: Number(discount) }),
    start_date: form.start_date || null,
    max_discount: kind === 'rupees' ? null : number(form.max_discount),
    minimum_order: number(form.minimum_order),
    max_uses: number(form.max_uses),
    max_uses_per_buyer: number(form.max_uses_per_buyer),
    max_seats: number(form.max_seats),
  }
}

/**
 * The contract's schema checks all, and what was changed is sent: a pause that somebody else has set meanwhile stays, and so does a time of
 * the day that the form does not show.
 */
export function parseCode(form: CodeForm, code: Promocode) {
  const begun: Record<string, unknown> = bodyOf(toForm(code))
  const parsed = UpdatePromocodeBody.safeParse(bodyOf(form))
  if (!parsed.success) return parsed
  const changed = Object.entries(parsed.data).filter(([name, value]) => value !== begun[name])
  return { success: true as const, data: Object.fromEntries(changed) as CodeBody }
}

/** The body that undoes an edit: what the code had of each changed field. */
export function bodyBefore(form: CodeForm, code: Promocode): CodeBody {
  const parsed = parseCode(form, code)
  const changed = new Set(parsed.success ? Object.keys(parsed.data) : [])
  const { discount, amount, ...rest } = code
  const reduction = amount === null ? { discount } : { amount }
  return {
    ...((changed.has('discount') || changed.has('amount')) && reduction),
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => changed.has(name))),
  }
}
