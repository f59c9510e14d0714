import { z } from 'zod'
import { toFiles } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Gstin } from './documents.ts'
import { CourseId, Day, MonthText, UserId } from './fields.ts'
import { OrderNeed, OrderStatus } from './orders/actions.ts'
import { PaidBy } from './orders/admin.ts'
import { OrderState } from './orders/statuses.ts'
import { CourseState } from './placement.ts'
import { SegmentText } from './segments.ts'

/** So many students are exported by their ids, which an address has to hold. */
export const MOST_EXPORTED_BY_ID = 300

/**
 * Tables as CSV (RFC 4180), UTF-8 with a byte order mark so that spreadsheets read it rightly. Times carry the Indian
 * offset; a cell that begins with `=`, `+`, `-`, `@`, tab or return has an apostrophe before it. Rows are sent while they
 * are read.
 */
const q = z.string({ error: 'Must be text' }).trim().max(200, { error: 'Must be at most 200 characters' }).optional()

export const csv = z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream)

export const exports = {
  orders: defineCall({
    method: 'GET',
    path: '/admin/export/orders.csv',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    summary: 'All orders as CSV',
    cost: 'export',
    limits: [toFiles],
  })
    .input(
      z.object({
        q,
        status: OrderStatus.optional(),
        state: OrderState.optional(),
        needs: OrderNeed.optional(),
        paid_by: PaidBy.optional(),
        from: Day.optional(),
        to: Day.optional(),
      }),
    )
    .output(csv),

  users: defineCall({
    method: 'GET',
    path: '/admin/export/users.csv',
    access: 'admin',
    confirm: 'caller',
    summary: 'All users as CSV',
    cost: 'export',
    limits: [toFiles],
  })
    .input(
      z.object({
        q,
        segment: SegmentText.optional(),
        /** Limits to these `user_id`s, with commas between them. */
        ids: z
          .string({ error: 'Must be user ids' })
          .transform((text) => text.split(',').filter(Boolean))
          .pipe(
            z
              .array(UserId)
              .min(1)
              .max(MOST_EXPORTED_BY_ID, { error: `At most ${MOST_EXPORTED_BY_ID} students` }),
          )
          .optional(),
      }),
    )
    .output(csv),

  courses: defineCall({
    method: 'GET',
    path: '/admin/export/courses.csv',
    access: 'admin',
    roles: ['editor'],
    summary: 'All courses as CSV',
    cost: 'export',
    limits: [toFiles],
  })
    .input(z.object({ q, status: CourseState.optional() }))
    .output(csv),

  /** All who have a course now, with what they have done of it. 404. */
  learning: defineCall({
    method: 'GET',
    path: '/admin/export/learning.csv',
    access: 'admin',
    confirm: 'caller',
    summary: 'Students of a course and their progress as CSV',
    cost: 'export',
    limits: [toFiles],
    codes: ['not_found'],
  })
    .input(z.object({ course_id: CourseId }))
    .output(csv),

  /** Every receipt, invoice and note of a month in Indian time: `Charged` less `Refunded` is what the ledger holds. */
  documents: defineCall({
    method: 'GET',
    path: '/admin/export/documents.csv',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    summary: 'Documents by month as CSV',
    cost: 'export',
    limits: [toFiles],
  })
    .input(
      z.object({
        month: MonthText,
      }),
    )
    .output(csv),

  /** The transfers to the bank of a month of Indian time, as the gateway's settlement list was read last. */
  settlements: defineCall({
    method: 'GET',
    path: '/admin/export/payouts.csv',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    summary: 'Payouts of a month as CSV',
    cost: 'export',
    limits: [toFiles],
  })
    .input(z.object({ month: MonthText }))
    .output(csv),

  /**
   * GSTR-1 of a month in Indian time, in the form of the Returns Offline Tool (JSON, for the portal) or as one table
   * (CSV, for people). From the issued documents alone, those of one GSTIN: 409 `conflict` while the shop has none, and
   * with `gstins` where the month has documents of several and the call names none.
   */
  gstr1: defineCall({
    method: 'GET',
    path: '/admin/export/gstr1/{month}',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    summary: 'GSTR-1 of a month',
    cost: 'export',
    limits: [toFiles],
    codes: ['conflict'],
  })
    .input(
      z.object({
        month: MonthText,
        gstin: Gstin.optional(),
        format: z.enum(['json', 'csv'], { error: 'Must be json or csv' }).default('json'),
      }),
    )
    .output(z.file()),

  promocodes: defineCall({
    method: 'GET',
    path: '/admin/export/promocodes.csv',
    access: 'admin',
    roles: ['editor', 'finance'],
    summary: 'All promo codes as CSV',
    cost: 'export',
    limits: [toFiles],
  })
    .input(z.object({ q }))
    .output(csv),
}
