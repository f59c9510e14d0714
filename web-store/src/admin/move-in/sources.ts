import { MOVE_SOURCES, type MoveSource } from 'contract/move-sources'

/** Ways to begin: the platforms, and a list that is pasted. */
export type From = MoveSource | 'paste'

/** The ways to begin, in their order. */
export const FROM: readonly From[] = [
  ...(['graphy', 'teachable', 'thinkific', 'gumroad', 'learndash', 'classplus', 'kajabi', 'podia'] as const),
  ...(['moodle', 'shopify', 'woocommerce', 'razorpay', 'other', 'paste', 'skillhaat'] as const),
]

export const fromName = (from: From): string => (from === 'paste' ? 'Paste a list' : MOVE_SOURCES[from])

export const isFrom = (text: string | null): text is From => FROM.some((from) => from === text)

const ANY_EXPORT = 'Export your learners as Excel or CSV. You choose their columns next.'

/** Names the export of each platform, as far as its own pages do. */
export const exportHelp: Record<From, string> = {
  graphy: ANY_EXPORT,
  classplus: ANY_EXPORT,
  podia: ANY_EXPORT,
  teachable:
    'Export Users for your students and Transactions for past orders. Teachable still lists refunded students.',
  thinkific: 'Export the progress of a group for your students, and Orders for past orders.',
  gumroad: 'Export your sales as CSV. Above 2,000 rows, Gumroad emails the file to you.',
  learndash: 'Use “Export User Course Data” in the reports of LearnDash. It has the progress of each student.',
  kajabi: 'Export Subscriptions or Contacts as CSV.',
  moodle: 'Export the users or the completion report of a course as CSV.',
  shopify: 'Export Orders as CSV. Customers has people without their courses.',
  woocommerce: 'Export Customers. Orders of Analytics have no email addresses, those of an export plugin do.',
  razorpay: 'Download the report of payments or of a Payment Page as CSV or XLSX.',
  other: 'XLSX, CSV or TSV in any language, with an email or a phone in each row.',
  paste: 'One person a line, as you have them: name, email, phone in any order.',
  skillhaat:
    'Unpack the ZIP that “Move out” made there. Choose enrolments.csv for students, and orders.csv for past orders.',
}
