import { zodResolver } from '@hookform/resolvers/zod'
import { expiryInstant, startInstant } from 'contract/expiry'
import { addDays, indianDay } from 'contract/indian-time'
import { AddPromocodeQuery, type Promocode, UpdatePromocodeBody } from 'contract/promocodes'
import type { Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** A new code as it is typed. */
export type NewCodeForm = Record<
  'promocode' | 'discount' | 'expiry_date' | 'course_id' | 'start_date' | 'max_uses' | 'max_uses_per_buyer' | 'listed',
  string
>

const OPTIONAL = new Set(['start_date', 'max_uses', 'max_uses_per_buyer'])

const EXPIRES_AFTER_DAYS = 30

/** What the form of a new code begins with on a day in India. */
export const newCode = (today: string): NewCodeForm => ({
  promocode: '',
  discount: '10',
  expiry_date: addDays(today, EXPIRES_AFTER_DAYS),
  course_id: 'all',
  start_date: '',
  max_uses: '',
  max_uses_per_buyer: '',
  listed: 'true',
})

/** What is sent of a new code: limits that are empty are none. */
export const newCodeQuery = (form: NewCodeForm) =>
  Object.fromEntries(
    Object.entries(form).filter(([name, text]) => !OPTIONAL.has(name) || text !== ''),
  ) as NewCodeForm & { listed: 'true' | 'false' }

/** The contract's schema checks it. */
export const newCodeResolver: Resolver<NewCodeForm> = (form, context, options) =>
  zodResolver(AddPromocodeQuery, undefined, { raw: true })(
    newCodeQuery(form) as never,
    context,
    options as never,
  ) as never

/** A stored code as it is typed. */
export type CodeForm = {
  discount: string
  expiry_date: string
  start_date: string
  max_uses: string
  max_uses_per_buyer: string
  paused: boolean
  listed: boolean
}
export type CodeBody = z.output<typeof UpdatePromocodeBody>

const textOf = (value: number | null) => (value === null ? '' : String(value))
const dayOf = (instant: number | undefined) => (instant === undefined ? '' : indianDay(new Date(instant)))

export const toForm = (code: Promocode): CodeForm => ({
  discount: String(code.discount),
  expiry_date: dayOf(expiryInstant(code.expiry_date)),
  start_date: code.start_date === null ? '' : dayOf(startInstant(code.start_date)),
  max_uses: textOf(code.max_uses),
  max_uses_per_buyer: textOf(code.max_uses_per_buyer),
  paused: code.paused,
  listed: code.listed,
})

/** Empty limits are none; the contract's schema checks the rest. A time of the day that the form does not show stays. */
export function codeResolver(code: Promocode): Resolver<CodeForm, unknown, CodeBody> {
  const shown = toForm(code)
  return (form) => {
    const number = (text: string) => (text.trim() === '' ? null : Number(text))
    const result = UpdatePromocodeBody.safeParse({
      ...form,
      discount: Number(form.discount),
      expiry_date: form.expiry_date === shown.expiry_date ? code.expiry_date : form.expiry_date,
      start_date: form.start_date === shown.start_date ? code.start_date : form.start_date || null,
      max_uses: number(form.max_uses),
      max_uses_per_buyer: number(form.max_uses_per_buyer),
    })
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message } of result.error.issues) errors[String(path[0])] ??= { type: 'invalid', message }
    return { values: {}, errors }
  }
}
