import { soldTerms } from './courses/sold-terms.ts'

/** Rights of an API key, each with its words on the screen. */
export const scopes = {
  'orders:read': { label: 'Read orders', about: 'Orders, invoices, and who bought' },
  'students:read': { label: 'Read students', about: 'Names, emails, phones, progress, questions and tickets' },
  'students:write': { label: 'Give access', about: 'Grant, extend and remove access to courses' },
  'courses:read': {
    label: 'Read courses',
    about: 'Courses with lessons and quizzes, reviews, and where learners stop',
  },
  'courses:write': { label: 'Change courses', about: 'Texts and lessons, publish and hide; never prices' },
  'letters:write': { label: 'Draft emails', about: 'Write and preview emails; never send them' },
  'numbers:read': { label: 'Read numbers', about: 'Sales, sources, payouts, the sums of a month; nobody by name' },
  'webhooks:write': { label: 'Manage webhooks', about: 'Send events, with names and emails, to any address' },
} as const satisfies Record<string, { label: string; about: string }>

export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]

/** Scopes whose answers name buyers or students. A key without them gets null in the fields that `ofPerson` marks. */
export const personScopes: ReadonlySet<string> = new Set<Scope>(['orders:read', 'students:read'])

/** Usual sets of scopes, by the key's purpose. */
export const presets: readonly { name: string; about: string; scopes: readonly Scope[] }[] = [
  { name: 'Accountant', about: 'Orders, invoices and money, nothing else', scopes: ['orders:read', 'numbers:read'] },
  {
    name: 'Automation',
    about: 'Sheets, Zapier, Pabbly, n8n: orders and students, access, webhooks',
    scopes: ['orders:read', 'students:read', 'students:write', 'webhooks:write'],
  },
  {
    name: 'Assistant, reading only',
    about: 'For an AI assistant: reads everything, changes nothing',
    scopes: ['orders:read', 'students:read', 'courses:read', 'numbers:read'],
  },
]

/** The calls of each scope. A call in no list is closed to every key, and a new call is in none. `webhooks.*` is a group as a whole. */
export const callsOfScope: Readonly<Record<Scope, readonly string[]>> = {
  'orders:read': [
    'orders.adminList',
    'orders.adminGet',
    'users.orders',
    'students.orders',
    'pastOrders.list',
    'documents.list',
    'documents.get',
    // The lines of these calls name buyers.
    'exports.orders',
    'exports.documents',
    'exports.pastOrders',
    'books.receipts',
    'books.refunds',
    'books.tally',
    'books.zoho',
    'books.einvoice',
    'books.einvoiceMissing',
  ],
  'students:read': [
    'users.list',
    'users.get',
    'users.coins',
    'students.get',
    'students.notes',
    'segments.list',
    'courses.students',
    'courses.stuck',
    'certificates.list',
    'live.joined',
    'questions.adminList',
    'questions.adminGet',
    'tickets.list',
    'tickets.get',
    'assignments.adminList',
    'assignments.adminRead',
    'exports.users',
    'exports.learning',
  ],
  'students:write': [
    'enrolments.courses',
    'enrolments.plan',
    'enrolments.give',
    'enrolments.extend',
    'enrolments.take',
  ],
  'courses:read': [
    'courses.adminList',
    'courses.adminGet',
    'courses.placement',
    'courses.schedule',
    'courses.versions',
    'courses.version',
    'courses.learning',
    'learning.adminGetContent',
    'quizzes.adminGet',
    'assignments.adminGet',
    'live.adminGet',
    'media.list',
    'media.all',
    'media.folders',
    'reviews.list',
    'exports.courses',
  ],
  'courses:write': [
    'courses.create',
    'courses.update',
    'courses.duplicate',
    'courses.setPlacement',
    'courses.checkLinks',
    'learning.addContent',
    'quizzes.save',
    'assignments.save',
    'live.save',
  ],
  'letters:write': ['letters.list', 'letters.get', 'letters.create', 'letters.update', 'letters.preview'],
  'numbers:read': [
    'overview.get',
    'overview.todo',
    'overview.health',
    'sources.list',
    'courses.sales',
    'courses.numbers',
    'settlements.next',
    'settlements.lines',
    'settlements.month',
    'exports.settlements',
    'exports.gstr1',
    'books.month',
    'books.gstSummary',
    'books.payoutLines',
  ],
  'webhooks:write': ['webhooks.*', 'hooks.*'],
}

const scopeByCall = new Map(scopeNames.flatMap((scope) => callsOfScope[scope].map((call) => [call, scope] as const)))

/** Calls that every key may make. */
const OF_ANY_KEY = new Set(['apiKeys.me'])

/** Calls of a group that no key may make: a new secret would let a key sign in the name of the shop to any receiver. */
const OF_NO_KEY = new Set(['webhooks.newSecret'])

/** Returns the scope that opens a call (`orders.adminList`); `any` for a call of every key, undefined for one that no scope opens. */
export function scopeOf(call: string): Scope | 'any' | undefined {
  if (OF_ANY_KEY.has(call)) return 'any'
  if (OF_NO_KEY.has(call)) return undefined
  return scopeByCall.get(call) ?? scopeByCall.get(`${call.split('.', 1)[0]}.*`)
}

/** Fields of a body that no key may send, though a scope opens the call: they set prices, and what a price buys. */
const closedFields: Readonly<Record<string, readonly string[]>> = {
  // A bundle without a price is on no sale.
  'courses.create': soldTerms.filter((field) => field !== 'bundle_courses'),
  'courses.update': soldTerms,
}

/** Returns the first field of a call's unread input that no key may send. */
export function closedField(call: string, input: unknown): string | undefined {
  const { body = input } = (input ?? {}) as { body?: unknown }
  if (typeof body !== 'object' || body === null) return undefined
  return closedFields[call]?.find((field) => Object.hasOwn(body, field))
}
