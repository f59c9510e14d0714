import { z } from 'zod'
import { toFiles } from './call-cost.ts'
import { defineCall, type MoreOptions } from './define-call.ts'
import { Gstin } from './documents.ts'
import { CourseId, Day, MonthText, UserId } from './fields.ts'
import { OrderNeed, OrderStatus } from './orders/actions.ts'
import { PaidBy } from './orders/admin.ts'
import { OrderState } from './orders/statuses.ts'
import { CourseState } from './placement.ts'
import { SegmentText } from './segments.ts'

/** So many students are exported by their ids, which an address has to hold. */
export const MOST_EXPORTED_BY_ID = 300

/** Words to look for in an exported list. */
export const q = z
  .string({ error: 'Must be text' })
  .trim()
  .max(200, { error: 'Must be at most 200 characters' })
  .optional()

export const csv = z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream)

/**
 * Declares an export. Tables are CSV (RFC 4180), UTF-8 with a byte order mark so that spreadsheets read it rightly. Times carry the Indian
 * offset; a cell that begins with `=`, `+`, `-`, `@`, tab or return has an apostrophe before it. Rows are sent while they are read.
 */
export const exportCall = (file: string, summary: string, more: MoreOptions = {}) =>
  defineCall({
    method: 'GET',
    path: `/admin/export/${file}`,
    access: 'admin',
    summary,
    cost: 'export',
    limits: [toFiles],
    ...more,
  })

/** Options of a file about money. */
export const ofFinance = { roles: ['finance'], confirm: 'caller' } as const

export const exports = {
  orders: exportCall('orders.csv', 'All orders as CSV', { ...ofFinance, scope: 'orders:read' })
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

  users: exportCall('users.csv', 'All users as CSV', { confirm: 'caller', scope: 'students:read' })
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

  courses: exportCall('courses.csv', 'All courses as CSV', { roles: ['editor'], scope: 'courses:read' })
    .input(z.object({ q, status: CourseState.optional() }))
    .output(csv),

  /** All who have a course now, with what they have done of it. 404. */
  learning: exportCall('learning.csv', 'Students of a course and their progress as CSV', {
    confirm: 'caller',
    codes: ['not_found'],
    scope: 'students:read',
  })
    .input(z.object({ course_id: CourseId }))
    .output(csv),

  /** Every receipt, invoice and note of a month in Indian time: `Charged` less `Refunded` is what the ledger holds. */
  documents: exportCall('documents.csv', 'Documents by month as CSV', { ...ofFinance, scope: 'orders:read' })
    .input(
      z.object({
        month: MonthText,
      }),
    )
    .output(csv),

  /** The transfers to the bank of a month of Indian time, as the gateway's settlement list was read last. */
  settlements: exportCall('payouts.csv', 'Payouts of a month as CSV', { ...ofFinance, scope: 'numbers:read' })
    .input(z.object({ month: MonthText }))
    .output(csv),

  /**
   * GSTR-1 of a month in Indian time, in the form of the Returns Offline Tool (JSON, for the portal) or as one table
   * (CSV, for people). From the issued documents alone, those of one GSTIN: 409 `conflict` while the shop has none, and
   * with `gstins` where the month has documents of several and the call names none.
   */
  gstr1: exportCall('gstr1/{month}', 'GSTR-1 of a month', { ...ofFinance, codes: ['conflict'], scope: 'numbers:read' })
    .input(
      z.object({
        month: MonthText,
        gstin: Gstin.optional(),
        format: z.enum(['json', 'csv'], { error: 'Must be json or csv' }).default('json'),
      }),
    )
    .output(z.file()),

  promocodes: exportCall('promocodes.csv', 'All promo codes as CSV', { roles: ['editor', 'finance'] })
    .input(z.object({ q }))
    .output(csv),
}
