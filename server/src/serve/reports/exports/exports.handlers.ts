import { placeText } from 'contract/gst-states'
import { indianTime, monthSpan } from 'contract/indian-time'
import { rupeesOrNull, toRupees } from 'contract/money'
import { calls } from '../../../context.ts'
import { findAnyCourse } from '../../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../../courses/courses/courses.service.ts'
import { plainError } from '../../../errors.ts'
import { patiently } from '../../../platform/db/knex.ts'
import { orderFilterOf } from '../../../sales/orders/order-search.ts'
import { exportLearning, type LearningExportRow } from '../course-figures/learning-figures.queries.ts'
import { findGstins, readGstr1 } from '../gstr1/gstr1.service.ts'
import { gstr1Csv } from '../gstr1/gstr1-csv.ts'
import { findPayouts, type PayoutRow } from '../settlements/month.queries.ts'
import { type CsvColumns, csvStream } from './csv.ts'
import {
  type CourseExportRow,
  type DocumentExportRow,
  exportCourses,
  exportDocuments,
  exportOrders,
  exportPromocodes,
  exportUsers,
  type OrderExportRow,
  type PromocodeExportRow,
  type UserExportRow,
} from './exports.queries.ts'

const orderColumns: CsvColumns<OrderExportRow> = {
  'Order ID': (row) => row.order_id,
  Created: (row) => indianTime(row.created_at),
  Paid: (row) => row.paid_at && indianTime(row.paid_at),
  Status: (row) => row.status,
  Name: (row) => row.buyer_name,
  Email: (row) => row.buyer_email,
  Phone: (row) => row.buyer_phone,
  Courses: (row) => row.courses,
  Seats: (row) => row.seats,
  Subtotal: (row) => toRupees(row.subtotal_paise),
  Discount: (row) => toRupees(row.discount_paise),
  Total: (row) => toRupees(row.total_paise),
  Refunded: (row) => toRupees(row.refunded_paise),
  'Promo code': (row) => row.promocode,
  'Payment ID': (row) => row.payment_id,
  'GST added': (row) => toRupees(row.tax_paise),
  Received: (row) => rupeesOrNull(row.captured_paise),
  Currency: (row) => row.currency,
  'Order number': (row) => row.order_no,
  'Further discounts': (row) => row.reductions,
  Answers: (row) => row.answers,
}

const userColumns: CsvColumns<UserExportRow> = {
  'User ID': (row) => row.user_id,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Phone: (row) => row.phone,
  Coins: (row) => row.coins,
  'Referred by': (row) => row.referred_by,
  Courses: (row) => row.courses,
  Spent: (row) => toRupees(row.spent_paise),
  Joined: (row) => indianTime(row.created_at),
  'Last seen': (row) => row.last_seen_at && indianTime(row.last_seen_at),
  'News by email since': (row) => row.news_email_since && indianTime(row.news_email_since),
  'News by SMS or WhatsApp since': (row) => row.news_message_since && indianTime(row.news_message_since),
}

const courseColumns: CsvColumns<CourseExportRow> = {
  ID: (row) => row.course_id,
  Title: (row) => row.name,
  Description: (row) => row.description,
  Price: (row) => toRupees(row.price_paise),
  Offer: (row) => row.offer_text,
  Lessons: (row) => row.lessons,
  Students: (row) => row.students,
  Kind: (row) => row.kind,
  Free: (row) => (row.free ? 'yes' : 'no'),
  Created: (row) => indianTime(row.created_at),
}

const promocodeColumns: CsvColumns<PromocodeExportRow> = {
  Code: (row) => row.promocode,
  Discount: (row) => row.discount || null,
  Amount: (row) => rupeesOrNull(row.amount_paise),
  'Maximum discount': (row) => rupeesOrNull(row.max_discount_paise),
  'Minimum order': (row) => rupeesOrNull(row.minimum_paise),
  'First purchase': (row) => (row.first_purchase ? 'yes' : 'no'),
  Expires: (row) => row.expiry_date,
  'Course ID': (row) => row.course_ids?.join(' ') ?? row.course_id,
  Scope: (row) => (row.course_ids ? `${row.course_ids.length} courses` : (row.course_name ?? 'All courses')),
  Created: (row) => indianTime(row.created_at),
}

const isRefund = ({ kind }: DocumentExportRow) => kind === 'credit_note' || kind === 'refund_receipt'

/** No number is negative: a spreadsheet's guard against formulas would make it a text. */
const documentColumns: CsvColumns<DocumentExportRow> = {
  Number: (row) => row.serial,
  Kind: (row) => row.kind,
  Date: (row) => indianTime(row.issued_at),
  'Order ID': (row) => row.order_id,
  'Order number': (row) => row.order_no,
  'Payment ID': (row) => row.payment_id,
  Against: (row) => row.against,
  Reverses: (row) => row.reverses,
  Buyer: (row) => row.buyer,
  Business: (row) => row.business,
  GSTIN: (row) => row.gstin,
  SEZ: (row) => (row.sez ? 'yes' : null),
  'Place of supply': (row) => placeText(row.place_of_supply),
  SAC: (row) => row.rates?.map(({ sac }) => sac).join(' ') ?? row.sac,
  Rate: (row) =>
    row.rates?.map((one) => one.rate_basis_points / 100).join(' ') ?? (row.sac ? row.rate_basis_points / 100 : null),
  'Taxable value': (row) => toRupees(row.taxable_paise),
  CGST: (row) => toRupees(row.cgst_paise),
  SGST: (row) => toRupees(row.sgst_paise),
  IGST: (row) => toRupees(row.igst_paise),
  // A debit note charges again what its note had taken back.
  Charged: (row) => (isRefund(row) ? 0 : toRupees(row.total_paise)),
  Refunded: (row) => (isRefund(row) ? toRupees(row.total_paise) : 0),
}

/** A settlement pays the bank less than it holds back: deductions have their own column. */
const payoutColumns: CsvColumns<PayoutRow> = {
  Settlement: (row) => row.settlement_id,
  UTR: (row) => row.utr,
  Settled: (row) => row.settled_at && indianTime(row.settled_at),
  Payments: (row) => row.payments,
  Gross: (row) => toRupees(row.gross_paise),
  Fees: (row) => toRupees(row.fees_paise),
  'GST on fees': (row) => toRupees(row.fee_tax_paise),
  Refunds: (row) => toRupees(row.refunds_paise),
  'Added by corrections': (row) => toRupees(Math.max(0, row.adjustments_paise)),
  'Taken by disputes and corrections': (row) => toRupees(Math.max(0, -row.adjustments_paise)),
  'To the bank': (row) => toRupees(row.to_bank_paise),
}

const learningColumns: CsvColumns<LearningExportRow> = {
  'User ID': (row) => row.user_id,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Since: (row) => indianTime(row.granted_at),
  Started: (row) => (row.touched > 0 ? 'yes' : 'no'),
  'Lessons done': (row) => row.done,
  Lessons: (row) => row.lessons,
  Percent: (row) => (row.lessons === 0 ? 0 : Math.floor((100 * row.done) / row.lessons)),
  Hours: (row) => Math.round(row.seconds / 36) / 100,
  'Last lesson': (row) => row.last_lesson,
  'Last seen': (row) => row.last_seen && indianTime(row.last_seen),
  'Last watched': (row) => row.last_beat_at && indianTime(row.last_beat_at),
}

export const exportHandlers = {
  orders: calls.exports.orders.handler(({ input, context }) => {
    const filter = orderFilterOf(input, context.ctx.now())
    return csvStream(context, 'orders', orderColumns, (db, last, limit) => exportOrders(db, filter, last, limit))
  }),

  users: calls.exports.users.handler(({ input, context }) =>
    csvStream(context, 'users', userColumns, (db, last, limit) =>
      exportUsers(db, { ...input, now: context.ctx.now() }, last, limit),
    ),
  ),

  learning: calls.exports.learning.handler(async ({ input, context }) => {
    if (!(await findAnyCourse(context.ctx.db, input.course_id))) throw courseNotFound()
    return csvStream(context, 'learning', learningColumns, (db, last, limit) =>
      exportLearning(db, input.course_id, last, limit),
    )
  }),

  courses: calls.exports.courses.handler(({ input, context }) =>
    csvStream(context, 'courses', courseColumns, (db, last, limit) => exportCourses(db, input, last, limit)),
  ),

  documents: calls.exports.documents.handler(({ input: { month }, context }) => {
    const span = monthSpan(month)
    return csvStream(context, `documents-${month}`, documentColumns, (db, last, limit) =>
      exportDocuments(db, span, last, limit),
    )
  }),

  settlements: calls.exports.settlements.handler(({ input: { month }, context }) =>
    // A month has about thirty: one batch.
    csvStream(context, `payouts-${month}`, payoutColumns, async (db, last) => (last ? [] : findPayouts(db, month))),
  ),

  gstr1: calls.exports.gstr1.handler(async ({ input: { month, format, gstin }, context }) => {
    const { read, now } = context.ctx
    const gstins = gstin ? [gstin] : await read((db) => findGstins({ db, now }, month))
    const [only, ...others] = gstins
    if (!only) throw plainError('conflict', 'Set your GSTIN in the GST settings first')
    if (others.length > 0)
      throw plainError('conflict', `This month has documents of ${gstins.join(' and ')}: each has its own return`, {
        gstins,
      })
    const gstr1 = await read((db) => patiently(db, (trx) => readGstr1({ db: trx }, month, only)))
    const name = `GSTR1-${gstr1.gstin}-${month}`
    return format === 'csv'
      ? new File([gstr1Csv(gstr1)], `${name}.csv`, { type: 'text/csv; charset=utf-8' })
      : new File([JSON.stringify(gstr1)], `${name}.json`, { type: 'application/json' })
  }),

  promocodes: calls.exports.promocodes.handler(({ input, context }) =>
    csvStream(context, 'promocodes', promocodeColumns, (db, last, limit) => exportPromocodes(db, input.q, last, limit)),
  ),
}
