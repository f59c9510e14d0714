import { z } from 'zod'
import { CourseStatus } from './account.ts'
import { adminMails, HOUR, limit, searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Email, listQuery, Message, Moment, nameText, Phone, Rupees, text, UserId, wholeNumber } from './fields.ts'
import { OrderStatus } from './orders/orders.ts'
import { CoinLedger, LedgerWindow } from './referrals.ts'
import { SegmentText } from './segments.ts'

export const AdminUser = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  coins: z.number().int(),
  referred_by: z.string().nullable(),
  created_at: Moment,
})

/** A student in the list. */
export const StudentRow = AdminUser.extend({
  /** Present courses, the newest first. */
  courses: z.array(z.object({ course_id: z.string(), name: z.string() })),
  /** Sum of all paid orders, less refunds. */
  spent: Rupees,
  /** Last use of the shop, to the hour; null before the first one. */
  last_seen: Moment.nullable(),
  /** Share of the lessons of all courses that are done: whole percent, 100 only when all are; null without lessons. */
  progress: z.number().int().nullable(),
})

/** One row per course line that was paid or refunded, seats merged; redeemed gifts have `payment_id` null. */
export const AdminUserOrder = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_status: CourseStatus,
  hours_spent: z.number(),
  purchase_date: Moment,
  purchased_status: OrderStatus,
  payment_id: z.string().nullable(),
})

export const studentSorts = [
  ...(['newest', 'oldest', 'name', '-name', 'email', '-email', 'coins', '-coins'] as const),
  ...(['courses', '-courses', 'spent', '-spent', 'last_seen', '-last_seen'] as const),
] as const

/** So many coins are added or taken at once. */
export const MAX_COINS = 1_000_000

const AMOUNT = `Amount must be a whole number from 1 to ${MAX_COINS}`

export const COIN_REASON = 'Say in a few words why'

const ChangeCoins = z.object({
  params: z.object({ id: UserId }),
  query: z.object({ amount: wholeNumber(1, MAX_COINS, AMOUNT) }),
  headers: z.object({ 'idempotency-key': z.string().min(1).max(128).optional() }).optional(),
  /** Reason in the admin's own words, which the student reads too. Without one the ledger names who changed the balance. */
  body: z.object({ reason: text(3, 200, COIN_REASON).optional() }).optional(),
})

/** Missing fields keep their value. */
export const CorrectUserBody = z.object({
  name: nameText(2, 100, 'Name must be at least 2 characters').optional(),
  email: Email.optional(),
  phone: Phone.optional(),
})

const CoinsAnswer = Message.extend({ coins: z.number().int() })

export const users = {
  /** Lists the entries of a user's coins. 404. */
  coins: defineCall({
    method: 'GET',
    path: '/admin/users/{id}/coins',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'The coins of a user and how they came',
  })
    .input(LedgerWindow.extend({ id: UserId }))
    .output(CoinLedger),

  /** Each word of `q` is in name, email or phone; `segment` is the JSON of a segment, of which 422 for an unknown rule. */
  list: defineCall({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'All users',
    cost: 'search',
    limits: [searches],
  })
    .input(listQuery(studentSorts).extend({ segment: SegmentText.optional() }))
    .output(z.array(StudentRow)),

  /** Finds by `user_id` or exact phone. 404 for an unknown or deleted one. */
  get: defineCall({
    method: 'GET',
    path: '/admin/users/{id}',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'One user',
  })
    .input(z.object({ id: UserId }))
    .output(AdminUser),

  /**
   * Corrects a buyer's typing; notifies the old address, and ends every session of the user. Email and phone are an
   * owner's to change: whoever can change them can take an account over. 409 `email_taken`.
   */
  update: defineCall({
    method: 'PUT',
    path: '/admin/users/{id}',
    access: 'admin',
    roles: ['support'],
    confirm: ({ body }: { body: z.output<typeof CorrectUserBody> }) =>
      body.email !== undefined || body.phone !== undefined,
    input: 'detailed',
    summary: 'Correct name, email or phone of a user',
    cost: 'mail',
    limits: [adminMails],
    codes: ['email_taken'],
  })
    .input(z.object({ params: z.object({ id: UserId }), body: CorrectUserBody }))
    .output(Message.extend({ user: AdminUser })),

  /** Mails a password that logs in once, within 60 minutes, as a forgotten one does; at most 3 an hour for a user. */
  sendAccess: defineCall({
    method: 'POST',
    path: '/admin/users/{id}/send_access',
    access: 'admin',
    roles: ['support'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Send a user the access email again',
    cost: 'mail',
    limits: [
      limit('send_access_client', 'client', 20, HOUR),
      limit('send_access', 'account', 3, HOUR, {
        says: 'Three emails with a new password went to this student within an hour. Please try again later.',
      }),
    ],
    account: 'student',
  })
    .input(z.object({ params: z.object({ id: UserId }) }))
    .output(Message),

  /** Deletes by `user_id` or exact phone. Email and phone are free again, tokens die, orders stay for the accounts. Again: 404. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/users/{id}',
    access: 'admin',
    roles: ['support'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Delete a user',
  })
    .input(z.object({ params: z.object({ id: UserId }) }))
    .output(Message),

  /** Newest first. */
  orders: defineCall({
    method: 'GET',
    path: '/admin/users/{id}/orders',
    access: 'admin',
    roles: ['support'],
    scope: 'orders:read',
    summary: 'Orders of a user',
  })
    .input(z.object({ id: UserId }))
    .output(z.array(AdminUserOrder)),

  /** Every change is a row of a ledger; the same `Idempotency-Key` is applied once. */
  addCoins: defineCall({
    method: 'PUT',
    path: '/admin/add_coins/{id}',
    access: 'admin',
    roles: ['support'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Add coins',
    codes: ['idempotency_mismatch'],
  })
    .input(ChangeCoins)
    .output(CoinsAnswer),

  /** 409 `insufficient_coins` leaves the balance alone. */
  subtractCoins: defineCall({
    method: 'PUT',
    path: '/admin/subtract_coins/{id}',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    summary: 'Subtract coins',
    confirm: { without: 'the same call puts it back' },
    codes: ['insufficient_coins', 'idempotency_mismatch'],
  })
    .input(ChangeCoins)
    .output(CoinsAnswer),
}
