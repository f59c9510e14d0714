import { z } from 'zod'
import { adminMails, limit, QUARTER } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { csv, exportCall, ofFinance } from '../exports.ts'
import {
  Day,
  Email,
  hasAtMostTwoDecimals,
  IfMatch,
  Message,
  Moment,
  MonthText,
  nameText,
  Rupees,
  TypedPassword,
  text,
  whole,
} from '../fields.ts'
import { newCode } from '../typed-keys.ts'

const CODE = 'Must be 3 to 32 letters, digits, - or _'

export const PartnerInput = z.object({
  name: nameText(2, 80, 'Name must be at least 2 characters'),
  email: Email,
  code: z
    .string({ error: CODE })
    .overwrite(newCode)
    .regex(/^[A-Z0-9_-]{3,32}$/, { error: CODE }),
  percent: whole(1, 70, 'Must be a whole number from 1 to 70'),
  /** Days after a press of the link in which a purchase counts. */
  window_days: whole(1, 90, 'Must be a whole number from 1 to 90').default(30),
  /** Payments of a membership that count, from the first on; absent for 12, and in a change for those of before. */
  membership_payments: whole(1, 120, 'Must be a whole number from 1 to 120').optional(),
  /** `paused`: new orders do not count; what was earned is paid. */
  state: z.enum(['active', 'paused'], { error: 'Must be active or paused' }).default('active'),
})
export type PartnerInput = z.output<typeof PartnerInput>

export const Partner = PartnerInput.extend({
  partner_id: z.string(),
  /** Null once the account was erased. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  membership_payments: z.number().int(),
  /** Changes with each change of the partner: for `If-Match`. */
  version: z.string(),
  orders: z.number().int(),
  /** Shares in rupees: `pending` until the guarantee ends or a dispute is decided, then `due`, then `paid` with the tax that was deducted. */
  pending: Rupees,
  due: Rupees,
  paid: Rupees,
})
export type Partner = z.output<typeof Partner>

/** Payments of a membership that count for a new partner: a year of a monthly one. */
export const MEMBERSHIP_PAYMENTS = 12

/** Rupees from which an active partner has a statement; a smaller sum waits for the next month. */
export const LEAST_PAYOUT = 500

/** The statement of a month. `statement_id` is null while its month goes on, when it may still change. */
export const PartnerPayout = z.object({
  statement_id: z.string().nullable(),
  partner_id: z.string(),
  name: z.string().nullable(),
  month: z.string(),
  shares: Rupees,
  tds: Rupees,
  tds_section: z.string().nullable(),
  /** Shares less TDS. */
  pay: Rupees,
  /** Masked; null before the partner entered it. */
  account: z.string().nullable(),
  /** Since when it is this account. */
  account_at: Moment.nullable(),
  /** The account was changed since the last payment, or the last month: check it with the partner before you pay. */
  account_is_new: z.boolean(),
  pan: z.string().nullable(),
  reference: z.string().nullable(),
  paid_at: Moment.nullable(),
})
export type PartnerPayout = z.output<typeof PartnerPayout>

const PERCENT = 'Must be 0 to 100, with at most 2 decimals'
const Percent = z
  .number({ error: PERCENT })
  .min(0, { error: PERCENT })
  .max(100, { error: PERCENT })
  .refine(hasAtMostTwoDecimals, { error: PERCENT })
const RUPEES = 'Must be an amount in rupees'

/** The rule of TDS from a day on; at 0 percent nothing is deducted. */
export const PartnerTds = z.object({
  since: Day,
  section: text(1, 20, 'Section is required'),
  /** The code that the return names beside the section; absent before April 2026. */
  payment_code: text(1, 10, 'Must be a code such as 1006').nullish(),
  percent: Percent,
  no_pan_percent: Percent,
  /** Rupees of a financial year up to which nothing is deducted. */
  threshold: z.number({ error: RUPEES }).min(0, { error: RUPEES }).max(10_000_000, { error: RUPEES }),
})
export type PartnerTds = z.output<typeof PartnerTds>
const TdsRules = z.object({ rules: z.array(PartnerTds) })

const ACCOUNT = 'Must be a UPI ID such as name@bank, or an account number of 9 to 18 digits'
const IFSC = 'An account number needs its IFSC, such as HDFC0001234'
const number = (form: RegExp, error: string) =>
  z
    .string({ error })
    .overwrite((typed) => typed.replace(/\s/g, ''))
    .regex(form, { error })
    .optional()

/** An absent field keeps its value. */
export const PayeeInput = z
  .object({
    /** A UPI ID or the number of a bank account. */
    account: number(/^(\d{9,18}|[\w.-]{2,100}@[A-Za-z][A-Za-z0-9]{1,62})$/, ACCOUNT),
    ifsc: number(/^([A-Z]{4}0[A-Z0-9]{6})?$/i, IFSC),
    pan: number(/^[A-Z]{5}\d{4}[A-Z]$/i, 'Must be a PAN such as ABCPE1234F'),
    current_password: TypedPassword.optional(),
  })
  .refine(({ account, ifsc }) => !account || account.includes('@') || ifsc, { path: ['ifsc'], error: IFSC })

/** A partner's own page: no order has a name. */
export const OwnPartner = Partner.extend({
  link: z.string(),
  /** Presses of the link in the last 30 days. */
  presses: z.number().int(),
  /** The last 90 days with orders, newest first; `share` after refunds. */
  days: z.array(z.object({ day: z.string(), orders: z.number().int(), share: Rupees })),
  account: z.string().nullable(),
  pan: z.string().nullable(),
  /** Newest first. */
  statements: z.array(PartnerPayout),
})
export type OwnPartner = z.output<typeof OwnPartner>

export const PaidBody = z.object({ reference: text(3, 60, 'Reference is required') })
const Saved = Message.extend({ partner: Partner })

/** Finance sees and pays shares; who gets one, and how much, is an owner's word. */
const money = { access: 'admin', roles: ['finance'] } as const

/** Partners bring buyers by a link with `?via=CODE`, or by a promo code with the same name, and get a share of what these pay without tax. */
export const partners = {
  list: defineCall({
    method: 'GET',
    path: '/admin/partners',
    ...money,
    scope: 'orders:read',
    summary: 'Partners and their shares',
  })
    .input(z.object({}))
    .output(z.object({ partners: z.array(Partner) })),

  /** Emails the partner how to open their page. 409 `conflict` for the code or account of another partner. */
  add: defineCall({
    method: 'POST',
    path: '/admin/partners',
    access: 'admin',
    status: 201,
    summary: 'Add a partner',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'only an owner may, and a partner can be paused' },
    codes: ['conflict'],
  })
    .input(PartnerInput)
    .output(Saved),

  /**
   * Holds for orders from now on. Another email invites its holder, and forgets where shares were paid to. 404, 409 `conflict`. With
   * `If-Match`, `version` in quotes, a stale edit is 409 `edit_conflict` with the present partner as `current`.
   */
  update: defineCall({
    method: 'PUT',
    path: '/admin/partners/{partner_id}',
    access: 'admin',
    input: 'detailed',
    summary: 'Change a partner',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'the same call puts it back' },
    codes: ['not_found', 'conflict', 'edit_conflict'],
  })
    .input(z.object({ params: z.object({ partner_id: z.string().max(100) }), headers: IfMatch, body: PartnerInput }))
    .output(Saved),

  /** Statements of a month in Indian time, made after its end; of the present month what they would hold now. */
  payouts: defineCall({
    method: 'GET',
    path: '/admin/partners/payouts',
    ...money,
    scope: 'orders:read',
    summary: 'Payouts to partners of a month',
  })
    .input(z.object({ month: MonthText }))
    .output(z.object({ payouts: z.array(PartnerPayout) })),

  /** Notes the transfer of a statement, once, and emails the partner. 404; 409 `conflict` if it is paid with another reference. */
  paid: defineCall({
    method: 'POST',
    path: '/admin/partners/payouts/{statement_id}/paid',
    ...money,
    input: 'detailed',
    summary: 'Note that a partner was paid',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'the bank has made the transfer that it notes' },
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: z.object({ statement_id: z.string().max(100) }), body: PaidBody }))
    .output(Message),

  tds: defineCall({ method: 'GET', path: '/admin/partner_tds', ...money, summary: 'TDS on shares of partners' })
    .input(z.object({}))
    .output(TdsRules),

  /** Adds a rule from a day on, or replaces that of the day. Statements that are made keep theirs. */
  saveTds: defineCall({
    method: 'PUT',
    path: '/admin/partner_tds',
    ...money,
    summary: 'Change TDS on shares of partners',
    confirm: { without: 'the same call puts it back' },
  })
    .input(PartnerTds)
    .output(Message.extend(TdsRules.shape)),

  /** 404 for anybody else, and for an account whose email is not confirmed. */
  mine: defineCall({
    method: 'GET',
    path: '/user/partner',
    access: 'user',
    inView: true,
    summary: 'Own page as a partner',
    codes: ['not_found'],
  })
    .input(z.object({}))
    .output(OwnPartner),

  /** Needs the password, as another email does, and writes to the partner. 404 as above; 422 `wrong_password`. */
  savePayee: defineCall({
    method: 'PUT',
    path: '/user/partner/payee',
    access: 'user',
    summary: 'Where shares are paid to',
    cost: 'hash',
    limits: [limit('partner_payee', 'caller', 10, QUARTER)],
    codes: ['not_found', 'conflict', 'wrong_password'],
  })
    .input(PayeeInput)
    .output(OwnPartner),
}

export const exports = {
  /** Each statement of these months with its tax, also paid ones and those without an account, for the return. It holds PANs. */
  partnerTds: exportCall('partner-tds.csv', 'Tax deducted from partners as CSV', ofFinance)
    .input(z.object({ from: MonthText, to: MonthText }))
    .output(csv),

  /** Unpaid statements of a month whose partner has an account, for the bank. It holds account numbers and PANs. */
  partnerPayouts: exportCall('partner-payouts.csv', 'Payouts to partners of a month as CSV', ofFinance)
    .input(z.object({ month: MonthText }))
    .output(csv),
}
