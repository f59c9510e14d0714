import type { MoveKind } from 'contract/move-in/fields'
import type { MoveSource } from 'contract/move-sources'
import { plainWords, type Topic } from './field-words.ts'

type Export = {
  source: MoveSource
  kind: MoveKind
  /** Headings that only this export has together, as `plainWords` writes them. */
  headings: string[]
  /** Meanings of headings that differ from the usual ones. */
  topics?: Record<string, Topic>
  problem?: string
}

const list = (words: string) => words.split(', ')

const EXPORTS: readonly Export[] = [
  {
    source: 'gumroad',
    kind: 'students',
    headings: list('purchase id, item name, purchase email, fully refunded, access revoked'),
    topics: {
      'purchase id': 'order_ref',
      'buyer email': 'none',
      'purchase date': 'none',
      'purchase time utc timezone': 'when',
      refunded: 'none',
      'order number': 'none',
      'sale price': 'amount',
      'net total': 'none',
      'item price': 'none',
      'subscription end date': 'access_ends',
      state: 'none',
      'stripe transaction id': 'payment_ref',
      'paypal transaction id': 'none',
    },
  },
  { source: 'gumroad', kind: 'students', headings: list('subscriber email, subscribed time') },
  {
    source: 'shopify',
    kind: 'orders',
    headings: list('name, email, financial status, paid at, lineitem name'),
    topics: {
      name: 'order_ref',
      'billing name': 'name',
      'created at': 'when',
      'paid at': 'none',
      total: 'amount',
      id: 'none',
      source: 'none',
      'billing phone': 'phone',
      phone: 'none',
      'shipping name': 'none',
    },
  },
  {
    source: 'shopify',
    kind: 'students',
    headings: list('first name, last name, email, total spent, total orders, tax exempt'),
    topics: { 'default address phone': 'none' },
  },
  {
    source: 'shopify',
    kind: 'courses',
    headings: list('handle, title, body html, vendor, variant price'),
  },
  {
    source: 'learndash',
    kind: 'students',
    headings: list('user id, name, email, course id, course title, steps completed, steps total'),
    topics: { 'course completed': 'none', 'course started on': 'when' },
  },
  {
    source: 'learndash',
    kind: 'students',
    headings: list('user id, name, email, course id, course title, total steps, completed steps'),
    topics: { 'course completed': 'none' },
  },
  {
    source: 'woocommerce',
    kind: 'orders',
    headings: list('date, order, n revenue formatted, status, customer, product s'),
    topics: { 'net sales': 'none' },
    problem:
      'This file has no email addresses. Export Customers in WooCommerce under Analytics, or the orders by an export plugin, and choose that file.',
  },
  {
    source: 'woocommerce',
    kind: 'students',
    headings: list('name, username, last active, sign up, email, orders, total spend'),
    topics: { username: 'none', orders: 'none' },
  },
  {
    source: 'woocommerce',
    kind: 'orders',
    headings: list('order number, order date, status, billing email'),
    topics: { 'order id': 'none', 'paid date': 'none', 'order total': 'amount' },
  },
  {
    source: 'woocommerce',
    kind: 'courses',
    headings: list('id, type, sku, name, published, regular price'),
    topics: {
      id: 'none',
      sku: 'course_id',
      description: 'long_description',
      'short description': 'description',
      tags: 'none',
    },
  },
  {
    source: 'razorpay',
    kind: 'orders',
    headings: list('id, amount, currency, status, order id, method, amount refunded, contact, fee'),
    topics: {
      id: 'payment_ref',
      description: 'course',
      'created at': 'when',
      contact: 'phone',
      'order id': 'order_ref',
      fee: 'none',
      tax: 'none',
    },
  },
  {
    source: 'razorpay',
    kind: 'orders',
    headings: list('payment page title, payment date, order id, item name, item payment amount'),
    topics: {
      'item name': 'course',
      'payment page title': 'none',
      'item amount': 'none',
      'total payment': 'none',
      'total payment amount': 'none',
    },
  },
  {
    source: 'kajabi',
    kind: 'students',
    headings: list('kajabi subscription id, customer email, customer name, offer title'),
    topics: { 'customer id': 'none', interval: 'none' },
  },
  {
    source: 'thinkific',
    kind: 'students',
    headings: list('user email, course name, percentage completed, activated at'),
    topics: { completed: 'none', 'started at': 'none', 'created at': 'none', 'activated at': 'when' },
  },
  {
    source: 'thinkific',
    kind: 'students',
    headings: list('student first name, student last name, student email, company'),
  },
  { source: 'thinkific', kind: 'students', headings: list('first name, last name, user email') },
  { source: 'teachable', kind: 'students', headings: list('fullname, email') },
  {
    source: 'teachable',
    kind: 'students',
    headings: list('user id, enrolled at, expires at, completed at, percent complete'),
  },
  {
    source: 'moodle',
    kind: 'students',
    headings: list('username, firstname, lastname, email, course1'),
    topics: { username: 'none' },
  },
  {
    source: 'moodle',
    kind: 'students',
    headings: list('email address, course complete'),
    topics: { 'course complete': 'completed_on' },
  },
  {
    source: 'moodle',
    kind: 'students',
    headings: list('first name, last name, id number, email address, last downloaded from this course'),
  },
]

/** Recognises an export by its set of headings; the most particular one wins. */
export function exportOf(headings: readonly string[]): Export | undefined {
  const here = new Set(headings.map(plainWords))
  return EXPORTS.filter((one) => one.headings.every((heading) => here.has(heading))).toSorted(
    (one, other) => other.headings.length - one.headings.length,
  )[0]
}

/** Returns the topic that a known export has under a heading, where its words alone do not say it. */
export function topicAt(known: Export | undefined, heading: string): Topic | undefined {
  const words = plainWords(heading)
  // A column may be called `constructor`.
  return known?.topics && Object.hasOwn(known.topics, words) ? known.topics[words] : undefined
}
