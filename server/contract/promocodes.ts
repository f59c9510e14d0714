import { z } from 'zod'
import { call } from './call.ts'
import { ExpiryDate, listQuery, Message, optionalText, wholeNumber } from './fields.ts'

/** `course_id` null = every course; `expiry_date` as it was given (a bare date holds through that day in India). */
export const PublicPromocode = z.object({
  promocode: z.string(),
  discount: z.number().int(),
  expiry_date: z.string(),
  course_id: z.string().nullable(),
})
export type PublicPromocode = z.output<typeof PublicPromocode>

/** `scope` is `All courses` or the course's name. */
export const Promocode = z.object({
  id: z.string(),
  promocode: z.string(),
  discount: z.number().int(),
  expiry_date: z.string(),
  course_id: z.string().nullable(),
  scope: z.string(),
})
export type Promocode = z.output<typeof Promocode>

const CODE_MESSAGE = 'Promo code must be at least 3 characters'

/** 3 to 32 of `A-Z 0-9 _ -`, upper-cased here. */
const NewPromocode = z
  .string({ error: CODE_MESSAGE })
  .trim()
  .min(3, { error: CODE_MESSAGE })
  .max(32, { error: 'Promo code must be at most 32 characters' })
  .regex(/^[A-Za-z0-9_-]+$/, { error: 'Promo code may have letters, digits, - and _ only' })
  .toUpperCase()

export const AddPromocodeQuery = z.object({
  promocode: NewPromocode,
  discount: wholeNumber(1, 100, 'Discount must be between 1 and 100'),
  expiry_date: ExpiryDate,
  /** Absent or `all` = every course. */
  course_id: optionalText(100),
})

export const promocodes = {
  /** Codes that expired in the last 30 days included, so that a client can say 'Promocode has expired'. */
  list: call({ method: 'GET', path: '/go/get_promocodes', access: 'public', summary: 'Promo codes' }).output(
    z.array(PublicPromocode),
  ),

  adminList: call({
    method: 'GET',
    path: '/admin/promocodes/get_all_promocodes',
    access: 'admin',
    roles: ['editor'],
    summary: 'All promo codes',
  })
    .input(listQuery(['newest', 'promocode', '-promocode', 'expiry_date', '-expiry_date']))
    .output(z.object({ promocodes: z.array(Promocode) })),

  /** 409 `Promo code already exists`; 404 `Course not found`. A past expiry is accepted. */
  add: call({
    method: 'POST',
    path: '/admin/promocodes/add',
    access: 'admin',
    roles: ['editor'],
    status: 201,
    input: 'detailed',
    summary: 'Add a promo code',
  })
    .input(z.object({ query: AddPromocodeQuery }))
    .output(Message.extend({ promocode: Promocode })),

  /** By id or by code. Again: 404. */
  delete: call({
    method: 'DELETE',
    path: '/admin/promocodes/delete_promocode/{id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Delete a promo code',
  })
    .input(z.object({ params: z.object({ id: z.string().trim().min(1).max(100) }) }))
    .output(Message),

  /** Takes a delete back, with the code's own id; 404 when it is unknown or not deleted, 409 `promocode_exists` when the code is in use again. */
  restore: call({
    method: 'POST',
    path: '/admin/promocodes/restore_promocode/{id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Take the delete of a promo code back',
  })
    .input(z.object({ params: z.object({ id: z.string().trim().min(1).max(100) }) }))
    .output(Message.extend({ promocode: Promocode })),
}
