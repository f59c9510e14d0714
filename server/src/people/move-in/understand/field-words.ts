import { MOVE_FIELDS, type MoveField, type MoveKind } from 'contract/move-in/fields'
import { isCurrency } from './values.ts'

/** Subject of a column; each kind of move has its own field for it. */
export type Topic =
  | 'email'
  | 'giftee'
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'course'
  | 'when'
  | 'access_ends'
  | 'progress'
  | 'steps_done'
  | 'steps_total'
  | 'lessons_done'
  | 'completed_on'
  | 'status'
  | 'flag'
  | 'amount'
  | 'currency'
  | 'refunded'
  | 'coupon'
  | 'order_ref'
  | 'payment_ref'
  | 'quantity'
  | 'news'
  | 'title'
  | 'course_id'
  | 'description'
  | 'long_description'
  | 'price'
  | 'list_price'
  | 'category'
  | 'level'
  | 'image'
  | 'none'

/** Compares headings: without case, signs, marks of encodings and invisible characters. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

const list = (words: string) => words.split(', ')

const WORDS: Partial<Record<Topic, string[]>> = {
  email: list(
    'email, e mail, mail, mail id, email id, email address, e mail address, user email, student email, learner email, customer email, buyer email, purchase email, billing email, contact email, member email, gmail, gmail id, subscriber email, email addresses, ईमेल, ई मेल, ईमेल आईडी',
  ),
  giftee: list('giftee email, recipient email'),
  name: list(
    'name, full name, fullname, student name, learner name, customer name, buyer name, billing name, display name, member name, participant name, user name, username, customer, student, learner, contact name, subscriber name, नाव, नाम, पूरा नाम',
  ),
  first_name: list('first name, firstname, fname, given name, student first name, billing first name, forename'),
  last_name: list('last name, lastname, lname, surname, family name, student last name, billing last name'),
  phone: list(
    'phone, mobile, mobile no, mobile number, contact, contact no, contact number, phone number, phone no, whatsapp, whatsapp number, whatsapp no, billing phone, cell, cell phone, student phone, student mobile, learner phone, default address phone, मोबाइल, मोबाइल नंबर, फोन, फ़ोन, फोन नंबर, फ़ोन नंबर, मोबाईल, मोबाईल नंबर',
  ),
  course: list(
    'course, courses, course name, course names, course title, product, products, product name, product s, item, item name, lineitem name, offer title, bundle, bundle name, payment page title, batch, batch name, enrolled course, enrolled courses, course enrolled, purchased course, product title, package, package name, program, line items, course1, course2, course3, course4, course5, कोर्स, कोर्स का नाम, अभ्यासक्रम, अभ्यासक्रमाचे नाव, पाठ्यक्रम, पाठ्यक्रम का नाम',
  ),
  when: list(
    'enrolled on, enrolled at, enrolled date, enrolment date, enrollment date, enrolment on, enrollment on, purchase date, purchased on, purchased at, date of purchase, joined, joined on, joined at, joining date, date of joining, created at, created on, activated at, started at, date, paid at, payment date, order date, paid date, sign up, signed up, signup date, registered on, registration date, start date, date added, course started on, enroltimestart1, subscribed time, added on, timestamp, transaction date, order created at, तारीख, दिनांक',
  ),
  access_ends: list(
    'expires, expiry, access period, access duration, access length, access validity, access days, access valid for, validity period, validity days, validity in days, subscription period, membership period, plan duration, expiry date, expires at, expires on, expiration date, valid till, valid until, valid upto, valid up to, validity, access till, access until, access ends, end date, subscription end date, course expiry, expired on, expires date, access expires, वैधता',
  ),
  progress: list(
    'progress, progress percent, progress percentage, completed percent, completion, completion percent, completion percentage, percent complete, percent completed, percentage completed, percentage complete, viewed percent, course progress, completion rate, course completion, completed, percent viewed, प्रगति, प्रोग्रेस',
  ),
  steps_done: list(
    'steps completed, completed steps, lessons completed, completed lessons, lectures completed, chapters completed',
  ),
  steps_total: list(
    'steps total, total steps, total lessons, lessons total, total lectures, total chapters, number of lessons',
  ),
  lessons_done: list(
    'lessons done, lessons finished, finished lessons, completed lesson titles, lesson titles done, lessons done titles',
  ),
  completed_on: list(
    'completed on, completed at, date completed, completion date, course completed on, finished on, finished at, date of completion',
  ),
  status: list(
    'status, financial status, enrolment status, enrollment status, state, refund status, payment status, order status, subscription status, account status, course status, student status, access status, स्थिति',
  ),
  flag: list(
    'fully refunded, access revoked, disputed, free trial purchase, pre order authorization, expired, is free trial, suspended, enrolstatus1, cancelled at, canceled at, is expired, is refunded, is cancelled, is deleted, blocked, hidden in the sheet',
  ),
  amount: list(
    'amount, price, sale price, total, amount paid, paid amount, total amount, item payment amount, total payment, total payment amount, order total, net total, n revenue formatted, net revenue, revenue, earnings, final price, amount inr, paid, राशि, रक्कम',
  ),
  currency: list('currency, currency code, payment currency'),
  refunded: list('refunded amount, amount refunded, refund amount, partial refund, total refunded'),
  coupon: list(
    'coupon, coupons, coupon s, coupon code, coupon used, discount code, promo code, promocode, offer code, promotion code',
  ),
  order_ref: list(
    'order, order id, order no, order number, order ref, receipt, invoice no, invoice number, purchase id, order reference',
  ),
  payment_ref: list(
    'payment id, transaction id, razorpay payment id, payment reference, stripe transaction id, utr, rrn, paypal transaction id, txn id, payment ref, kajabi subscription id',
  ),
  news: list(
    'accepts marketing, accepts email marketing, email marketing, email marketing state, email marketing status, marketing, marketing consent, marketing emails, marketing email, marketing opt in, email consent, email opt in, opt in, opted in, newsletter, newsletter subscription, subscribed, is subscribed, subscribed to emails, subscribed to newsletter, subscribed to marketing, email subscription, email subscription status, email status, receives marketing, can contact, do not contact, do not email, unsubscribed, unsubscribed at, unsubscribed on, is unsubscribed, unsubscribed from marketing, unsubscribed from marketing emails, opt out, opted out, email opt out',
  ),
  quantity: list('quantity, qty, lineitem quantity, item quantity, items sold'),
}
const COURSE_WORDS: Partial<Record<Topic, string[]>> = {
  title: list(
    'title, name, course, course name, course title, product name, product title, product, नाम, शीर्षक, अभ्यासक्रम, पाठ्यक्रम, कोर्स',
  ),
  course_id: list('course id, id, slug, handle, sku'),
  description: list('description, short description, summary, subtitle, tagline, course description, about'),
  long_description: list('long description, full description, details, body html, course details, about the course'),
  price: list(
    'price, selling price, sale price, amount, course price, offer price, discounted price, current price, variant price, fee, fees',
  ),
  currency: list('currency, currency code, price currency'),
  list_price: list(
    'list price, regular price, mrp, original price, price before, compare at price, variant compare at price, actual price',
  ),
  category: list('category, categories, topic, topics, tags, subject, product category, collection'),
  level: list('level, difficulty, course level'),
  image: list(
    'image, image url, image address, image link, picture, banner, banner url, cover, cover image, thumbnail, thumbnail url, images, image src, image file',
  ),
  status: list('state, status, published, publish status, visibility, is published'),
}

/** Words that mean a topic wherever they are in a heading, for headings that nobody has seen before. */
const LOOSE: readonly (readonly [RegExp, Topic])[] = [
  [/(?:^| )(?:e ?mail|gmail|ईमेल)(?: |$)/, 'email'],
  [/(?:^| )(?:phone|mobile|whatsapp|मोबाइल|फोन|फ़ोन)(?: |$)/, 'phone'],
  [/(?:^| )(?:expiry|expires|valid (?:till|upto|until|for|days)|end of access)(?: |$)/, 'access_ends'],
  [
    /(?:^| )(?:access|validity|subscription|membership) (?:ends?|end date|period|duration|length|days|months)(?: |$)/,
    'access_ends',
  ],
  [/(?:^| )(?:enrolled|enrolment|enrollment|joining|purchase) (?:on|at|date)(?: |$)/, 'when'],
  [/(?:^| )(?:progress|percent complete|completion)(?: percent)?$/, 'progress'],
  [/(?:^| )(?:full name|नाम|नाव)(?: |$)/, 'name'],
  [/(?:^| )which (?:course|batch|program)(?: |$)/, 'course'],
  [/^(?:student|learner|participant|candidate|customer|user|member) .*name$/, 'name'],
  [/(?:^| )(?:course|product|batch) (?:name|title)(?: |$)/, 'course'],
  [/(?:^| )(?:coupon|promo ?code)(?: |$)/, 'coupon'],
  [/(?:^| )(?:marketing consent|newsletter|unsubscribed)(?: |$)/, 'news'],
]
const LOOSE_COURSES: readonly (readonly [RegExp, Topic])[] = [
  [/(?:^| )(?:mrp|regular price|original price)(?: |$)/, 'list_price'],
  [/(?:^| )price(?: |$)/, 'price'],
  [/(?:^| )description(?: |$)/, 'description'],
  [/(?:^| )(?:image|thumbnail|banner)(?: |$)/, 'image'],
]

/** Returns what a heading means. `sure` is false where only a word of it is known. */
export function topicOf(heading: string, kind: MoveKind): { topic: Topic; sure: boolean } | undefined {
  const words = plainWords(heading)
  // `Email (2)` is our own name for a second column.
  const bare = words.replace(/ \d+$/, '')
  const known = kind === 'courses' ? COURSE_TOPICS : TOPICS
  for (const one of [words, unit(words), bare]) {
    const topic = known.get(one)
    if (topic) return { topic, sure: one !== bare || bare === words }
  }
  const loose = (kind === 'courses' ? LOOSE_COURSES : LOOSE).find(([form]) => form.test(words))
  return loose && { topic: loose[1], sure: false }
}

/** Without the unit: `Amount (INR)`, `Purchase Time (UTC timezone)`, `Price ₹`. */
const unit = (words: string) =>
  words
    .replace(/ (?:rs|rupees|dollars|utc|ist|utc timezone)$/, '')
    .replace(/ ([a-z]{3})$/, (all, code: string) => (isCurrency(code) ? '' : all))

const FIELDS: Record<Exclude<MoveKind, 'courses'>, Partial<Record<Topic, string>>> = {
  students: {
    email: 'email',
    giftee: 'email',
    name: 'name',
    first_name: 'first_name',
    last_name: 'last_name',
    phone: 'phone',
    course: 'course',
    when: 'enrolled_on',
    access_ends: 'access_ends',
    progress: 'progress',
    steps_done: 'steps_done',
    steps_total: 'steps_total',
    lessons_done: 'lessons_done',
    completed_on: 'completed_on',
    status: 'status',
    flag: 'status',
    news: 'news',
  } satisfies Partial<Record<Topic, MoveField<'students'>>>,
  orders: {
    email: 'email',
    name: 'name',
    first_name: 'first_name',
    last_name: 'last_name',
    phone: 'phone',
    course: 'course',
    when: 'ordered_on',
    amount: 'amount',
    currency: 'currency',
    refunded: 'refunded',
    coupon: 'coupon',
    order_ref: 'order_ref',
    payment_ref: 'payment_ref',
    quantity: 'quantity',
    status: 'status',
    flag: 'status',
  } satisfies Partial<Record<Topic, MoveField<'orders'>>>,
}
const COURSE_FIELDS: Partial<Record<Topic, MoveField<'courses'>>> = {
  title: 'name',
  course_id: 'course_id',
  description: 'description',
  long_description: 'long_description',
  price: 'price',
  list_price: 'list_price',
  currency: 'currency',
  category: 'category',
  level: 'level',
  image: 'image',
  status: 'state',
}

/** The topics of words, and of the names of fields that our own screens show. */
function topicsOf(words: Partial<Record<Topic, string[]>>, kinds: readonly MoveKind[]): Map<string, Topic> {
  const topics = new Map<string, Topic>()
  for (const [topic, all] of Object.entries(words)) for (const word of all) topics.set(word, topic as Topic)
  for (const kind of kinds) {
    const fields: Readonly<Record<string, string>> = MOVE_FIELDS[kind]
    for (const [topic, field] of Object.entries(kind === 'courses' ? COURSE_FIELDS : FIELDS[kind])) {
      const word = plainWords(fields[field] ?? '')
      if (!topics.has(word)) topics.set(word, topic as Topic)
    }
  }
  return topics
}
const TOPICS = topicsOf(WORDS, ['students', 'orders'])
const COURSE_TOPICS = topicsOf(COURSE_WORDS, ['courses'])

/** The field of a topic in this kind of move; undefined where it has none. */
export const fieldOf = (topic: Topic, kind: MoveKind): string | undefined =>
  kind === 'courses' ? COURSE_FIELDS[topic] : FIELDS[kind][topic]

/** Fields that several columns can fill together; of the others the best column is taken. */
export const SHARED = new Set(['course', 'status', 'lessons_done', 'category', 'news'])
