/** A cell of the list: a text, a number with its format, a wall clock, or a formula with its result. */
export type ListCell =
  | string
  | { number: number; code?: string }
  | { at: string }
  | { formula: string; is: number; code: string }

export const RUPEES = '"₹"#,##0.00'
const LONG = 'यह कोर्स बहुत अच्छा था। '.repeat(200).trim()

const order = (number: number): ListCell => ({ number, code: '0000' })

/** Orders of another shop, as an owner writes them down. The second and third row have one merged cell for their course; the fourth is hidden. */
export const LIST: { rows: ListCell[][]; merged: { column: number; from: number; to: number }; hidden: number } = {
  rows: [
    ['Name', 'Email', 'Phone', 'Order number', 'Date', 'Amount', 'Course', 'Note'],
    [
      'Asha Verma',
      'asha@example.com',
      '9876543210',
      '0012',
      { at: '2025-04-05' },
      { number: 1499.5, code: RUPEES },
      'Reels Mastery',
      '=SUM(1,2) is what she typed',
    ],
    [
      'रवि क्षीरसागर',
      'ravi@example.com',
      '+91 98765 43211',
      order(13),
      { at: '2025-04-06T09:15:00' },
      { formula: '1000+499', is: 1499, code: RUPEES },
      'Canva Basics',
      '- paid in cash',
    ],
    [
      'மீனா Sundaram & Söhne',
      'meena@example.com',
      { number: 9876543212 },
      order(14),
      { at: '2025-12-31T23:30:00' },
      { number: 0.1, code: RUPEES },
      '',
      'Line one\nline two, with "quotes"',
    ],
    [
      'Hidden Lal',
      'hidden@example.com',
      '09876543213',
      '0015',
      { at: '2026-02-28' },
      { number: 499, code: RUPEES },
      'Reels Mastery',
      LONG,
    ],
  ],
  merged: { column: 6, from: 2, to: 3 },
  hidden: 4,
}

/** The cells of the list as the shop shows a workbook's, without the headings. */
export const CELLS = [
  [
    'Asha Verma',
    'asha@example.com',
    '9876543210',
    '0012',
    '2025-04-05',
    '₹1499.5',
    'Reels Mastery',
    '=SUM(1,2) is what she typed',
    '',
  ],
  [
    'रवि क्षीरसागर',
    'ravi@example.com',
    '+91 98765 43211',
    '0013',
    '2025-04-06 09:15:00',
    '₹1499',
    'Canva Basics',
    '- paid in cash',
    '',
  ],
  [
    'மீனா Sundaram & Söhne',
    'meena@example.com',
    '9876543212',
    '0014',
    '2025-12-31 23:30:00',
    '₹0.1',
    'Canva Basics',
    'Line one\nline two, with "quotes"',
    '',
  ],
  ['Hidden Lal', 'hidden@example.com', '09876543213', '0015', '2026-02-28', '₹499', 'Reels Mastery', LONG, 'yes'],
]

/** Past orders that the shop reads in the rows. */
export const ORDERS = [
  { email: 'asha@example.com', phone: '9876543210', order_ref: '0012', amount: 149950, courses: ['Reels Mastery'] },
  { email: 'ravi@example.com', phone: '919876543211', order_ref: '0013', amount: 149900, courses: ['Canva Basics'] },
  { email: 'meena@example.com', phone: '9876543212', order_ref: '0014', amount: 10, courses: ['Canva Basics'] },
  { email: 'hidden@example.com', phone: '09876543213', order_ref: '0015', amount: 49900, courses: ['Reels Mastery'] },
].map((row) => ({ ...row, currency: 'INR', problem: null }))

const DAY_MS = 86_400_000
/** Days since the first day of Excel's calendar, or of the one that begins in 1904. */
export const serialOf = (at: string, is1904 = false) =>
  Date.parse(`${at.includes('T') ? at : `${at}T00:00:00`}Z`) / DAY_MS + 25_569 - (is1904 ? 1_462 : 0)
export const inUtc = (at: string) => new Date(`${at.includes('T') ? at : `${at}T00:00:00`}Z`)
export const hereAt = (at: string) => new Date(at.includes('T') ? at : `${at}T00:00:00`)
export const dateCode = (at: string) => (at.includes('T') ? 'dd/mm/yyyy hh:mm' : 'dd/mm/yyyy')
