import { monthSpan } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { calls } from '../../../context.ts'
import { findAnyCourse } from '../../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../../courses/courses/courses.service.ts'
import { plainError } from '../../../errors.ts'
import { patiently } from '../../../platform/db/knex.ts'
import { type Columns, rupees, time } from '../../../platform/files/columns.ts'
import { orderFilterOf } from '../../../sales/orders/order-search.ts'
import { csvStream } from '../../../shop/exports/csv.ts'
import { exportLearning, type LearningExportRow } from '../course-figures/learning-figures.queries.ts'
import { findGstins, readGstr1 } from '../gstr1/gstr1.service.ts'
import { gstr1Csv } from '../gstr1/gstr1-csv.ts'
import { findPayouts, type PayoutRow } from '../settlements/month.queries.ts'
import {
  courseColumns,
  documentColumns,
  exportCourses,
  exportDocuments,
  exportOrders,
  exportPromocodes,
  exportUsers,
  orderColumns,
  promocodeColumns,
  userColumns,
} from './exports.queries.ts'

/** A settlement pays the bank less than it holds back: deductions have their own column. */
const payoutColumns: Columns<PayoutRow> = {
  Settlement: 'settlement_id',
  UTR: 'utr',
  Settled: time('settled_at'),
  Payments: 'payments',
  Gross: rupees('gross_paise'),
  Fees: rupees('fees_paise'),
  'GST on fees': rupees('fee_tax_paise'),
  Refunds: rupees('refunds_paise'),
  'Added by corrections': ({ adjustments_paise }) => toRupees(Math.max(0, adjustments_paise)),
  'Taken by disputes and corrections': ({ adjustments_paise }) => toRupees(Math.max(0, -adjustments_paise)),
  'To the bank': rupees('to_bank_paise'),
}

const learningColumns: Columns<LearningExportRow> = {
  'User ID': 'user_id',
  Name: 'name',
  Email: 'email',
  Since: time('granted_at'),
  Started: ({ touched }) => (touched > 0 ? 'yes' : 'no'),
  'Lessons done': 'done',
  Lessons: 'lessons',
  Percent: ({ done, lessons }) => (lessons === 0 ? 0 : Math.floor((100 * done) / lessons)),
  Hours: ({ seconds }) => Math.round(seconds / 36) / 100,
  'Last lesson': 'last_lesson',
  'Last seen': time('last_seen'),
  'Last watched': time('last_beat_at'),
}

export const exportHandlers = {
  orders: calls.exports.orders.handler(({ input, context }) =>
    csvStream(context, 'orders', orderColumns, exportOrders, orderFilterOf(input, context.ctx.now())),
  ),

  users: calls.exports.users.handler(({ input, context }) =>
    csvStream(context, 'users', userColumns, exportUsers, { ...input, now: context.ctx.now() }),
  ),

  learning: calls.exports.learning.handler(async ({ input, context }) => {
    if (!(await findAnyCourse(context.ctx.db, input.course_id))) throw courseNotFound()
    return csvStream(context, 'learning', learningColumns, exportLearning, input.course_id)
  }),

  courses: calls.exports.courses.handler(({ input, context }) =>
    csvStream(context, 'courses', courseColumns, exportCourses, input),
  ),

  documents: calls.exports.documents.handler(({ input: { month }, context }) =>
    csvStream(context, `documents-${month}`, documentColumns, exportDocuments, monthSpan(month)),
  ),

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
    csvStream(context, 'promocodes', promocodeColumns, exportPromocodes, input.q),
  ),
}
