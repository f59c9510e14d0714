import { z } from 'zod'

/** So many lines are in the answer to a plan, and in one page of lines. */
export const LINES_SHOWN = 200

export const MOVE_KINDS = ['students', 'courses', 'orders'] as const
export const MoveKind = z.enum(MOVE_KINDS, { error: `Must be one of ${MOVE_KINDS.join(', ')}` })
export type MoveKind = z.output<typeof MoveKind>

/** Fields that a column can become, by kind, with their names on screens. The first one of a kind is required; a student may have a phone alone. */
export const MOVE_FIELDS = {
  students: {
    email: 'Email',
    giftee: 'Email of who got it as a gift',
    name: 'Name',
    first_name: 'First name',
    last_name: 'Last name',
    phone: 'Phone',
    course: 'Course',
    enrolled_on: 'Joined',
    access_ends: 'End of access',
    progress: 'Progress',
    steps_done: 'Lessons done, number',
    steps_total: 'Lessons in all, number',
    lessons_done: 'Lessons done, titles',
    completed_on: 'Finished on',
    news: 'Agrees to news',
    news_message: 'Agrees to news by WhatsApp',
    language: 'Language',
    status: 'Status',
    flag: 'Left out if yes',
    won: 'Dispute won',
  },
  courses: {
    name: 'Title',
    course_id: 'Course id',
    description: 'Description',
    long_description: 'Long description',
    price: 'Price',
    list_price: 'Price before',
    currency: 'Currency',
    category: 'Category',
    level: 'Level',
    image: 'Image',
    state: 'State',
  },
  orders: {
    course: 'Course',
    email: 'Email',
    name: 'Name',
    first_name: 'First name',
    last_name: 'Last name',
    phone: 'Phone',
    ordered_on: 'Date',
    amount: 'Amount',
    currency: 'Currency',
    refunded: 'Refunded amount',
    coupon: 'Promo code',
    order_ref: 'Order number',
    payment_ref: 'Payment id',
    quantity: 'Quantity',
    status: 'Status',
    returned: 'Refunded if yes',
    flag: 'Left out if yes',
  },
} as const satisfies Record<MoveKind, Record<string, string>>

export type MoveField<K extends MoveKind = MoveKind> = K extends MoveKind
  ? keyof (typeof MOVE_FIELDS)[K] & string
  : never
