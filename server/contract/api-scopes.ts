/** Rights of an API key, each with its words on the screen. A call names the one that opens it (`scope`). */
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
