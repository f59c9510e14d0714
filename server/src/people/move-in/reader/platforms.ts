import { MOVE_FIELDS, type MoveField, type MoveKind } from 'contract/move-in/fields'
import type { MoveSource } from 'contract/move-sources'

/** `when`: the day of joining, or of an order. `ended`: a yes leaves out a student, and says nothing about an order. */
type Meaning = MoveField | 'when' | 'ended'
type Headings = Partial<Record<Meaning, string>>

/** An export of a platform. Headings stand as `plainWords` writes them, divided by commas. */
export type Platform = {
  source: MoveSource
  kind: MoveKind
  /** Headings that only this export has together. */
  known: string
  /** Headings that mean something else here than elsewhere. */
  columns?: Headings
  /** Usual headings of which nothing is made here. */
  unused?: string
  /** Times without a zone are in UTC. */
  dates?: 'utc'
  /** One order is several rows: this column names it, only its first row has its data, and these sums belong to all of them. */
  order?: { named: string; sums: string; price: string; quantity: string }
  /** Its rows are people with what they agreed to: they need no course. */
  people?: true
  /** The reason that nothing can be made of it. */
  problem?: string
}

const PLATFORMS: readonly Platform[] = [
  {
    source: 'gumroad',
    kind: 'students',
    known: 'purchase id, item name, purchase email, fully refunded, access revoked',
    columns: {
      order_ref: 'purchase id',
      when: 'purchase time utc timezone',
      amount: 'sale price',
      payment_ref: 'stripe transaction id',
    },
    unused: 'buyer email, purchase date, refunded, order number, net total, item price, state, paypal transaction id',
    dates: 'utc',
  },
  { source: 'gumroad', kind: 'students', known: 'subscriber email, subscribed time', dates: 'utc' },
  {
    source: 'shopify',
    kind: 'orders',
    known: 'name, email, financial status, paid at, lineitem name',
    columns: { order_ref: 'name', name: 'billing name', when: 'created at', amount: 'total', phone: 'billing phone' },
    unused: 'paid at, id, source, phone, shipping name',
    order: { named: 'name', sums: 'total, refunded amount', price: 'lineitem price', quantity: 'lineitem quantity' },
  },
  {
    source: 'shopify',
    kind: 'students',
    known: 'first name, last name, email, total spent, total orders, tax exempt',
    unused: 'default address phone',
  },
  { source: 'shopify', kind: 'courses', known: 'handle, title, body html, vendor, variant price' },
  {
    source: 'learndash',
    kind: 'students',
    known: 'user id, name, email, course id, course title, steps completed, steps total',
    unused: 'course completed',
  },
  {
    source: 'learndash',
    kind: 'students',
    known: 'user id, name, email, course id, course title, total steps, completed steps',
    unused: 'course completed',
  },
  {
    source: 'woocommerce',
    kind: 'orders',
    known: 'date, order, n revenue formatted, status, customer, product s',
    unused: 'net sales',
    problem:
      'This file has no email addresses. Export Customers in WooCommerce under Analytics, or the orders by an export plugin, and choose that file.',
  },
  {
    source: 'woocommerce',
    kind: 'students',
    known: 'name, username, last active, sign up, email, orders, total spend',
    unused: 'username, orders',
  },
  {
    source: 'woocommerce',
    kind: 'orders',
    known: 'order number, order date, status, billing email',
    columns: { amount: 'order total' },
    unused: 'order id, paid date',
  },
  {
    source: 'woocommerce',
    kind: 'courses',
    known: 'id, type, sku, name, published, regular price',
    columns: { course_id: 'sku', long_description: 'description', description: 'short description' },
    unused: 'id, tags',
  },
  {
    source: 'razorpay',
    kind: 'orders',
    known: 'id, amount, currency, status, order id, method, amount refunded, contact, fee',
    columns: {
      payment_ref: 'id',
      course: 'description',
      when: 'created at',
      phone: 'contact',
      order_ref: 'order id',
    },
    unused: 'fee, tax',
  },
  {
    source: 'razorpay',
    kind: 'orders',
    known: 'payment page title, payment date, order id, item name, item payment amount',
    columns: { course: 'item name' },
    unused: 'payment page title, item amount, total payment, total payment amount',
  },
  {
    source: 'kajabi',
    kind: 'students',
    known: 'kajabi subscription id, customer email, customer name, offer title',
    unused: 'customer id, interval',
  },
  {
    source: 'thinkific',
    kind: 'students',
    known: 'user email, course name, percentage completed, activated at',
    unused: 'completed, started at, created at',
    dates: 'utc',
  },
  {
    source: 'thinkific',
    kind: 'students',
    known: 'student first name, student last name, student email, company',
    dates: 'utc',
  },
  { source: 'thinkific', kind: 'students', known: 'first name, last name, user email', dates: 'utc' },
  { source: 'teachable', kind: 'students', known: 'fullname, email', dates: 'utc' },
  {
    source: 'teachable',
    kind: 'students',
    known: 'user id, enrolled at, expires at, completed at, percent complete',
    dates: 'utc',
  },
  {
    source: 'moodle',
    kind: 'students',
    known: 'username, firstname, lastname, email, course1',
    columns: { phone: 'profile field phone' },
    unused: 'username',
  },
  {
    source: 'moodle',
    kind: 'students',
    known: 'email address, course complete',
    columns: { completed_on: 'course complete' },
  },
  {
    source: 'moodle',
    kind: 'students',
    known: 'first name, last name, id number, email address, last downloaded from this course',
  },
  {
    source: 'skillhaat',
    kind: 'students',
    known: 'email, course, enrolled on, access ends, state, source, progress percent, gift code',
    columns: { status: 'state', news: 'news email', news_message: 'news message' },
    unused: 'source, order id, gift code, course id',
  },
  {
    source: 'skillhaat',
    kind: 'students',
    known: 'email, phone, language, coins, news email, news message, referral code',
    columns: { when: 'joined, created at', news: 'news email', news_message: 'news message', language: 'language' },
    unused: 'coins, referral code, referred by, email confirmed, user id',
    people: true,
  },
  {
    source: 'skillhaat',
    kind: 'students',
    known: 'email, purpose, agreed, changed at',
    problem:
      'This file is the history of consents. Choose students.csv of the same export: it says what each student agrees to now.',
  },
  {
    source: 'skillhaat',
    kind: 'orders',
    known: 'order no, order id, email, created at, paid at, status, courses, captured, reference',
    columns: { when: 'created at', payment_ref: 'reference' },
    unused: 'order id, paid at, subtotal, discount, tax, captured, paid by, received on, billing name, billing state',
  },
]

/** Headings that mean the same in the exports of every platform, and in lists of people's own. */
const OF_PEOPLE: Headings = {
  email:
    'email, e mail, mail, mail id, email id, email address, e mail address, user email, student email, learner email, customer email, buyer email, purchase email, billing email, contact email, member email, gmail, gmail id, subscriber email, email addresses, ईमेल, ई मेल, ईमेल आईडी, learner email phone',
  giftee: 'giftee email, recipient email',
  name: 'name, full name, fullname, student name, learner name, customer name, buyer name, billing name, display name, member name, participant name, user name, username, customer, student, learner, contact name, subscriber name, नाव, नाम, पूरा नाम, full name पूरा नाम',
  first_name: 'first name, firstname, fname, given name, student first name, billing first name, forename',
  last_name: 'last name, lastname, lname, surname, family name, student last name, billing last name',
  phone:
    'phone, mobile, mobile no, mobile number, contact, contact no, contact number, phone number, phone no, whatsapp, whatsapp number, whatsapp no, billing phone, cell, cell phone, student phone, student mobile, learner phone, default address phone, मोबाइल, मोबाइल नंबर, फोन, फ़ोन, फोन नंबर, फ़ोन नंबर, मोबाईल, मोबाईल नंबर',
  course:
    'course, courses, course name, course names, course title, product, products, product name, product s, item, item name, lineitem name, offer title, bundle, bundle name, payment page title, batch, batch name, enrolled course, enrolled courses, course enrolled, purchased course, product title, package, package name, program, line items, course1, course2, course3, course4, course5, कोर्स, कोर्स का नाम, अभ्यासक्रम, अभ्यासक्रमाचे नाव, पाठ्यक्रम, पाठ्यक्रम का नाम, which course did you buy',
  when: 'enrolled on, enrolled at, enrolled date, enrolment date, enrollment date, enrolment on, enrollment on, purchase date, purchased on, purchased at, date of purchase, joined, joined on, joined at, joining date, date of joining, created at, created on, activated at, started at, date, paid at, payment date, order date, paid date, sign up, signed up, signup date, registered on, registration date, start date, date added, course started on, enroltimestart1, subscribed time, added on, timestamp, transaction date, order created at, तारीख, दिनांक',
  access_ends:
    'expires, expiry, access period, access duration, access length, access validity, access days, access valid for, validity period, validity days, validity in days, subscription period, membership period, plan duration, expiry date, expires at, expires on, expiration date, valid till, valid until, valid upto, valid up to, validity, access till, access until, access ends, end date, subscription end date, course expiry, expired on, expires date, access expires, वैधता, access months, course validity period',
  progress:
    'progress, progress percent, progress percentage, completed percent, completion, completion percent, completion percentage, percent complete, percent completed, percentage completed, percentage complete, viewed percent, course progress, completion rate, course completion, completed, percent viewed, प्रगति, प्रोग्रेस',
  steps_done:
    'steps completed, completed steps, lessons completed, completed lessons, lectures completed, chapters completed',
  steps_total:
    'steps total, total steps, total lessons, lessons total, total lectures, total chapters, number of lessons',
  lessons_done:
    'lessons done, lessons finished, finished lessons, completed lesson titles, lesson titles done, lessons done titles',
  completed_on:
    'completed on, completed at, date completed, completion date, course completed on, finished on, finished at, date of completion',
  status:
    'status, financial status, enrolment status, enrollment status, refund status, payment status, order status, subscription status, account status, course status, student status, access status, स्थिति',
  flag: 'free trial purchase, is free trial, pre order authorization, hidden in the sheet',
  ended:
    'disputed, expired, is expired, suspended, enrolstatus1, cancelled at, canceled at, is cancelled, is deleted, blocked',
  returned: 'fully refunded, is refunded, access revoked',
  won: 'dispute won',
  amount:
    'amount, price, sale price, total, amount paid, paid amount, total amount, item payment amount, total payment, total payment amount, order total, net total, n revenue formatted, net revenue, revenue, earnings, final price, paid, राशि, रक्कम',
  currency: 'currency, currency code, payment currency',
  refunded: 'refunded amount, amount refunded, refund amount, partial refund, total refunded',
  coupon:
    'coupon, coupons, coupon s, coupon code, coupon used, discount code, promo code, promocode, offer code, promotion code',
  order_ref:
    'order, order id, order no, order number, order ref, receipt, invoice no, invoice number, purchase id, order reference',
  payment_ref:
    'payment id, transaction id, razorpay payment id, payment reference, stripe transaction id, utr, rrn, paypal transaction id, txn id, payment ref, kajabi subscription id',
  news: 'accepts marketing, accepts email marketing, email marketing, email marketing state, email marketing status, marketing, marketing consent, marketing emails, marketing email, marketing opt in, email consent, email opt in, opt in, opted in, newsletter, newsletter subscription, subscribed, is subscribed, subscribed to emails, subscribed to newsletter, subscribed to marketing, email subscription, email subscription status, email status, receives marketing, can contact, do not contact, do not email, unsubscribed, unsubscribed at, unsubscribed on, is unsubscribed, unsubscribed from marketing, unsubscribed from marketing emails, opt out, opted out, email opt out',
  quantity: 'quantity, qty, lineitem quantity, item quantity, items sold',
}

const OF_COURSES: Headings = {
  name: 'title, name, course, course name, course title, product name, product title, product, नाम, शीर्षक, अभ्यासक्रम, पाठ्यक्रम, कोर्स',
  course_id: 'course id, id, slug, handle, sku',
  description: 'description, short description, summary, subtitle, tagline, course description, about',
  long_description: 'long description, full description, details, body html, course details, about the course',
  price:
    'price, selling price, sale price, amount, course price, offer price, discounted price, current price, variant price, fee, fees',
  currency: 'currency, currency code, price currency',
  list_price:
    'list price, regular price, mrp, original price, price before, compare at price, variant compare at price, actual price',
  category: 'category, categories, topic, topics, tags, subject, product category, collection',
  level: 'level, difficulty, course level',
  image:
    'image, image url, image address, image link, picture, banner, banner url, cover, cover image, thumbnail, thumbnail url, images, image src, image file',
  state: 'state, status, published, publish status, visibility, is published',
}

/** Words of a status that leave a row out, and those that do not. Any other word is for the person to look at. */
export const STATES = {
  take: 'active, enrolled, paid, captured, complete, completed, success, successful, fulfilled, yes, 1, true, live, in progress, ongoing, partially refunded, partial, succeeded, not started, started, subscribed, approved, publish, renewed, सक्रिय',
  skip: 'expire, expired, inactive, suspended, unenrolled, ended, halted, blocked, deleted, archived, disabled, no, 0, false, full, refund, refunded, chargeback, disputed, voided, cancelled, canceled, failed, reversed, created, authorized, pending, on hold, unpaid, abandoned, draft, trash, free trial, removed',
}

/** Compares headings: without case, signs, marks of encodings and invisible characters. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

export const wordsIn = (list: string) => list.split(', ')

/** Recognises an export by its set of headings; the most particular one wins. */
export function platformOf(headings: readonly string[]): Platform | undefined {
  const here = new Set(headings.map(plainWords))
  return PLATFORMS.filter(({ known }) => wordsIn(known).every((heading) => here.has(heading))).toSorted(
    (one, other) => wordsIn(other.known).length - wordsIn(one.known).length,
  )[0]
}

/** Returns the field of a heading: null where nothing is made of it, undefined for an unknown one. */
export function fieldsOf(kind: MoveKind, platform?: Platform): (heading: string) => string | null | undefined {
  const labels = Object.entries(MOVE_FIELDS[kind]).map(([field, label]) => [plainWords(label), field] as const)
  const unused = platform?.unused ? wordsIn(platform.unused).map((words) => [words, 'nothing'] as const) : []
  const usual = meaningsIn(kind === 'courses' ? OF_COURSES : OF_PEOPLE)
  const meanings = new Map([...labels, ...usual, ...unused, ...meaningsIn(platform?.columns ?? {})])
  return (heading) => {
    const words = plainWords(heading)
    const meaning = meanings.get(words) ?? meanings.get(withoutUnit(words))
    return meaning === undefined ? undefined : fieldIn(kind, meaning)
  }
}

const meaningsIn = (headings: Headings) =>
  Object.entries(headings).flatMap(([field, words]) => wordsIn(words).map((word) => [word, field] as const))

function fieldIn(kind: MoveKind, meaning: string): string | null {
  const isOrder = kind === 'orders'
  const aliases = new Map([
    ['when', isOrder ? 'ordered_on' : 'enrolled_on'],
    ['ended', isOrder ? 'nothing' : 'flag'],
    ['returned', isOrder ? 'returned' : 'flag'],
  ])
  const field = aliases.get(meaning) ?? meaning
  return Object.hasOwn(MOVE_FIELDS[kind], field) ? field : null
}

const CODES = new Set(Intl.supportedValuesOf('currency'))
/** Returns true for the code of a currency, in any case. */
export const isCurrency = (code: string): boolean => CODES.has(code.toUpperCase())

/** `Amount (INR)`, `Joined (UTC)`, `Price (rupees)`. */
const withoutUnit = (words: string) =>
  words
    .replace(/ (?:rs|rupees|dollars|utc|ist|utc timezone)$/, '')
    .replace(/ ([a-z]{3})$/, (all, code: string) => (isCurrency(code) ? '' : all))
