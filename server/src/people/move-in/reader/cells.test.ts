import { MOVE_FIELDS, MOVE_KINDS } from 'contract/move-in/fields'
import { expect, test } from 'vitest'
import { expectProportion } from '../../../../test/growth.ts'
import { cellTable, readTable } from '../../../../test/moves.ts'
import { readListedPerson } from '../../students/people-list.ts'
import { readEmail, readMoney, readNews, readPercent, readPhone, statusGuess } from './cells.ts'
import { readDate } from './dates.ts'

const studentsOf = (headings: string[], ...cells: string[][]) =>
  readTable(cellTable(headings, ...cells), { kind: 'students' })

test.each([
  ['+91 98765 43210', '919876543210'],
  ['09876543210', '09876543210'],
  ['919876543210.0', '919876543210'],
  ['(98765) 43210', '9876543210'],
  ['९८७६५४३२१०', '9876543210'],
  ['9.19877E+11', 'note: The spreadsheet has cut this number short: 9.19877E+11'],
  ['9,19877E+11', 'note: The spreadsheet has cut this number short: 9,19877E+11'],
  ['0', 'note: “0” is no phone number'],
  ['12345', 'note: “12345” is no phone number'],
  ['9876543210 / 9876543211', '9876543210, note: Only the first number of “9876543210 / 9876543211” is taken'],
  ['ask Asha', 'note: “ask Asha” is no phone number'],
])('phone %s', (cell, expected) => {
  const { value, note } = readPhone(cell)
  expect([value, note && `note: ${note}`].filter(Boolean).join(', ')).toBe(expected)
})

test.each([
  [' Asha@Example.com ', 'asha@example.com'],
  ['Asha Devi <asha@example.com>', 'asha@example.com'],
  ['mailto:asha@example.com', 'asha@example.com'],
  ['asha@example.com.', 'asha@example.com'],
  ['asha@example.com; devi@example.com', 'asha@example.com, note: The second address devi@example.com is left out'],
  ['void@razorpay.com', ''],
  ['asha@example', 'note: “asha@example” is no email address'],
  ['asha at example.com', 'note: “asha at example.com” is no email address'],
  ['vіk@example.com', 'note: “vіk@example.com” is no email address'],
])('email %s', (cell, expected) => {
  const { value, note } = readEmail(cell)
  expect([value, note && `note: ${note}`].filter(Boolean).join(', ')).toBe(expected)
})

test.each([
  ['05/04/2025', 'day_first', '2025-04-05'],
  ['05/04/2025', 'month_first', '2025-05-04'],
  ['25/04/2025', 'month_first', '2025-04-25'],
  ['5-4-25', 'day_first', '2025-04-05'],
  ['05.04.2025', 'day_first', '2025-04-05'],
  ['31/02/2025', 'day_first', undefined],
  ['29/02/2024', 'day_first', '2024-02-29'],
  ['2025-04-05', 'month_first', '2025-04-05'],
  ['2025/4/5', 'day_first', '2025-04-05'],
  ['2025-04-05T09:12:33Z', 'day_first', '2025-04-05 09:12:33'],
  ['2025-04-05 09:12:33 UTC', 'day_first', '2025-04-05 09:12:33'],
  ['2026-05-01 10:00:00 +0530', 'day_first', '2026-05-01 04:30:00'],
  ['2025-04-05T09:12:33.123+05:30', 'day_first', '2025-04-05 03:42:33'],
  ['05/04/2025 14:30:00', 'day_first', '2025-04-05 09:00:00'],
  ['4/5/2025 2:30 PM', 'month_first', '2025-04-05 09:00:00'],
  ['April 5, 2025 14:30:00', 'day_first', '2025-04-05 09:00:00'],
  ['Nov 28, 2025', 'day_first', '2025-11-28'],
  ['Sat, 5 Apr 2025', 'day_first', '2025-04-05'],
  ['5th April 2025', 'day_first', '2025-04-05'],
  ['05-Apr-25', 'day_first', '2025-04-05'],
  ['5 अप्रैल 2025', 'day_first', '2025-04-05'],
  ['५ एप्रिल २०२५', 'day_first', '2025-04-05'],
  ['45752', 'day_first', '2025-04-05'],
  ['45752.604166666664', 'day_first', '2025-04-05 09:00:00'],
  ['1743843600', 'day_first', '2025-04-05 09:00:00'],
  ['soon', 'day_first', undefined],
  ['5 Foo 2025', 'day_first', undefined],
  ['25:61', 'day_first', undefined],
  ['2025-04-05 25:00:00', 'day_first', undefined],
] as const)('date %s, %s', (cell, order, expected) => {
  const read = readDate(cell, order)
  expect(read && (read.has_time ? read.at.slice(0, 19).replace('T', ' ') : read.day)).toBe(expected)
})

test.each([
  ['₹1,23,456.00', '12345600 INR'],
  ['1,499/-', '149900 '],
  ['Rs. 499', '49900 INR'],
  ['INR 499', '49900 INR'],
  ['499.00 INR', '49900 INR'],
  ['$242.00', '24200 USD'],
  ['₹1499', '149900 INR'],
  ['1.499,00', '149900 '],
  ['499,50', '49950 '],
  ['(499.00)', '-49900 '],
  ['रु. 499', '49900 INR'],
  ['Free', '0 '],
  ['0.1', '10 '],
  ['soon', 'note: “soon” is no amount'],
  ['1e9', 'note: “1e9” is no amount'],
])('money %s', (cell, expected) => {
  const { value, note } = readMoney(cell)
  expect(value ? `${value.amount} ${value.currency ?? ''}` : `note: ${note}`).toBe(expected)
})

test.each([
  ['45%', false, 45],
  ['45', false, 45],
  ['0.45', true, 45],
  ['1', true, 100],
  ['9/20', false, 45],
  ['9 of 20', false, 45],
  ['Completed', false, 100],
  ['Not started', false, 0],
  ['In progress', false, undefined],
  ['140%', false, 'note: “140%” is no progress'],
  ['half', false, 'note: “half” is no progress'],
] as const)('progress %s', (cell, isShare, expected) => {
  const { value, note } = readPercent(cell, isShare)
  expect(note === undefined ? value : `note: ${note}`).toBe(expected)
})

test.each([
  ['Active', 'take'],
  ['completed', 'take'],
  ['captured', 'take'],
  ['Expired', 'skip'],
  ['unenrolled', 'skip'],
  ['REFUNDED', 'skip'],
  ['partially_refunded', 'take'],
  ['on-hold', 'skip'],
  ['wc-completed', 'take'],
  ['Some word', 'take?'],
])('status %s', (word, expected) => {
  const { guess, sure } = statusGuess('students', 'status', word)
  expect(`${guess}${sure ? '' : '?'}`).toBe(expected)
})

test.each([
  ['1. Asha – a@x.in – +919876543210', 'Asha', 'a@x.in', '+919876543210'],
  ['2. Ravi <r@x.in>', 'Ravi', 'r@x.in', ''],
  ['• meena@x.in,', '', 'meena@x.in', ''],
  ['(3) Uma Rao, uma@x.in, 98765 43210', 'Uma Rao', 'uma@x.in', '98765 43210'],
  ['Name: Tara | Email: t@x.in | Phone: 9876543210', 'Tara', 't@x.in', '9876543210'],
  ['✅ आशा देवी - asha@x.in', 'आशा देवी', 'asha@x.in', ''],
  ['Jean-Luc Roy jl@x.in', 'Jean-Luc Roy', 'jl@x.in', ''],
  ['12) 9876543210 Kiran', 'Kiran', '', '9876543210'],
])('line %s', (line, name, email, phone) => {
  expect(readListedPerson(line)).toMatchObject({ name, email, phone })
})

const listOf = async (...cells: string[][]) => {
  const table = cellTable(cells[0]?.map((_, at) => `Column ${at}`) ?? [], ...cells)
  return (await readTable({ ...table, head_row: 0 }, { kind: 'students' })).table
}

test('a list without headings becomes a table, and loses nothing', async () => {
  const chat = await listOf(['1. Asha – a@x.in – Reels'], ['2. Ravi <r@x.in>'])
  expect([chat.headings, ...chat.rows.map(({ cells }) => cells)]).toEqual([
    ['Name', 'Email', 'Phone', 'Other'],
    ['Asha', 'a@x.in', '', 'Reels'],
    ['Ravi', 'r@x.in', '', ''],
  ])
  const grid = await listOf(['9876543210', 'Asha Devi', 'a@x.in', 'Reels 2'], ['', 'Ravi', 'r@x.in', 'Canva 3'])
  expect(grid.rows.map(({ cells }) => cells)).toEqual([
    ['Asha Devi', 'a@x.in', '9876543210', 'Reels 2'],
    ['Ravi', 'r@x.in', '', 'Canva 3'],
  ])
})

test('a phone that a spreadsheet spoilt loses no person', async () => {
  const { rows } = await studentsOf(
    ['Student Name', 'Student Email', 'Mobile'],
    ['Asha', 'asha@example.com', '9.19877E+11'],
    ['Ravi', 'ravi@example.com', '0'],
    ['Uma', '', '9876543210'],
    ['Nobody', 'nobody@', '12'],
  )
  expect(rows).toMatchObject([
    { email: 'asha@example.com', phone: null, problem: null, notes: [{ heading: 'Mobile' }] },
    {
      email: 'ravi@example.com',
      phone: null,
      problem: null,
      notes: [{ heading: 'Mobile', message: '“0” is no phone number' }],
    },
    { email: null, phone: '9876543210', problem: null, notes: [] },
    { email: null, phone: null, problem: '“12” is no phone number' },
  ])
})

test.each([
  [['fullname', 'email'], { fullname: 'name', email: 'email' }],
  [['First Name', 'Last Name', 'E-mail'], { 'First Name': 'first_name', 'Last Name': 'last_name', 'E-mail': 'email' }],
  [['Student Name', 'Student Email', 'Mobile'], { 'Student Name': 'name', 'Student Email': 'email', Mobile: 'phone' }],
  [['Learner Email/Phone', 'Learner'], { 'Learner Email/Phone': 'email', Learner: 'name' }],
  [['Purchase Email', 'Buyer Name'], { 'Purchase Email': 'email', 'Buyer Name': 'name' }],
  [['नाम', 'ईमेल', 'मोबाइल नंबर', 'कोर्स'], { नाम: 'name', ईमेल: 'email', 'मोबाइल नंबर': 'phone', कोर्स: 'course' }],
  [
    ['EMAIL_ADDRESS', 'WhatsApp No.', 'Enrolled_On'],
    { EMAIL_ADDRESS: 'email', 'WhatsApp No.': 'phone', Enrolled_On: 'enrolled_on' },
  ],
  [
    ['Timestamp', 'Email address', 'Full Name (पूरा नाम)', 'Which course did you buy?'],
    {
      Timestamp: 'enrolled_on',
      'Email address': 'email',
      'Full Name (पूरा नाम)': 'name',
      'Which course did you buy?': 'course',
    },
  ],
  [
    ['Email address', 'Welcome', 'Welcome - Completion date', 'Course complete'],
    { 'Email address': 'email', Welcome: null, 'Welcome - Completion date': null, 'Course complete': 'completed_on' },
  ],
  [['Email', 'Email (2)', 'Roll No'], { Email: 'email', 'Email (2)': null, 'Roll No': null }],
])('headings %s', async (headings, expected) => {
  expect((await studentsOf(headings)).guesses).toEqual(expected)
})

test('no value makes a column of an unknown heading an address or a phone', async () => {
  const { guesses, problem } = await studentsOf(['Login', 'Number'], ['asha@example.com', '9876543210'])
  expect([guesses, problem]).toEqual([{ Login: null, Number: null }, null])
  expect((await studentsOf(['Login'], ['asha'])).problem).toMatch('has no email addresses and no phone numbers')
})

test('one column may hold addresses and phones', async () => {
  const { rows } = await studentsOf(['Learner Email/Phone'], ['asha@example.com'], ['9876543210'])
  expect(rows).toMatchObject([
    { email: 'asha@example.com', phone: null },
    { email: null, phone: '9876543210', problem: null, notes: [] },
  ])
})

test('most days of a column decide its order', async () => {
  const days = ['03/04/2026', '13/04/2026', '05/06/2026']
  const { columns, rows } = await studentsOf(['Email', 'Joined on'], ...days.map((day, at) => [`p${at}@x.in`, day]))
  expect(columns[1]?.dates).toEqual({ order: 'day_first', proven: true, example: '2026-04-03' })
  expect(rows.map(({ enrolled_on }) => enrolled_on)).toEqual([
    '2026-04-02T18:30:00.000Z',
    '2026-04-12T18:30:00.000Z',
    '2026-06-04T18:30:00.000Z',
  ])
  const american = await studentsOf(['Email', 'Joined on'], ['a@x.in', '04/13/2026'], ['b@x.in', '03/04/2026'])
  expect(american.columns[1]?.dates).toEqual({ order: 'month_first', proven: true, example: '2026-04-13' })
  const open = await studentsOf(['Email', 'Joined on'], ['a@x.in', '03/04/2026'])
  expect(open.columns[1]?.dates).toEqual({ order: 'day_first', proven: false, example: '2026-04-03' })
})

test('days that do not exist are named, and future ones begin now', async () => {
  const { rows } = await studentsOf(
    ['Email', 'Enrolled at', 'Valid till'],
    ['a@x.in', '31/02/2026', 'Lifetime'],
    ['b@x.in', '01/01/2030', '31/12/2030'],
  )
  expect(rows).toMatchObject([
    { enrolled_on: null, access_ends: null, notes: [{ heading: 'Enrolled at', message: '“31/02/2026” is no date' }] },
    { enrolled_on: '2026-11-26T12:00:00.000Z', access_ends: '2030-12-31', notes: [] },
  ])
})

test('several courses in one cell, by lines, semicolons and counts', async () => {
  const { courses } = await studentsOf(
    ['Email', 'Courses'],
    ['a@x.in', 'Reels; Canva'],
    ['b@x.in', 'Reels\nCanva'],
    ['c@x.in', '1× Reels, 2× Canva'],
    ['d@x.in', 'Growth | Hindi'],
  )
  expect(courses).toEqual([
    { name: 'Reels', rows: 3 },
    { name: 'Canva', rows: 3 },
    { name: 'Growth | Hindi', rows: 1 },
  ])
})

test('lessons done are titles or positions', async () => {
  const { rows } = await studentsOf(
    ['Email', 'Lessons done'],
    ['a@x.in', 'Welcome; First cut'],
    ['b@x.in', '1-3, 7'],
    ['c@x.in', ''],
  )
  expect(rows.map(({ lessons_done }) => lessons_done)).toEqual([['Welcome', 'First cut'], [1, 2, 3, 7], null])
})

test('a state, which may be one of an address, is no status', async () => {
  expect((await studentsOf(['Email', 'State'], ['a@x.in', 'Goa'])).guesses.State).toBeNull()
})

test('sums, repeated headings and ended people are left out with a reason', async () => {
  const { rows } = await studentsOf(
    ['Name', 'Email', 'Status'],
    ['Asha', 'a@x.in', 'Active'],
    ['Ravi', 'r@x.in', 'Expired'],
    ['Name', 'Email', 'Status'],
    ['Total', '', '2'],
  )
  expect(rows.map(({ skipped }) => skipped)).toEqual([
    null,
    'Left out because of its status “Expired”',
    'The headings again',
    'A sum, not a row of its own',
  ])
})

const ordersOf = (headings: string[], ...cells: string[][]) =>
  readTable(cellTable(headings, ...cells), { kind: 'orders' })

test('an order knows its currency from the heading', async () => {
  const { rows } = await ordersOf(['Order ID', 'Course', 'Amount ($)'], ['1', 'Reels', '12.50'])
  expect(rows).toMatchObject([{ amount: 1_250, currency: 'USD', status: 'paid' }])
})

test('a cell of any shape is read in proportion to its length', async () => {
  const shapes = [
    ' ',
    '?',
    '1',
    'a',
    '<a@',
    'a@',
    '/-',
    '"',
    '1.',
    '\n',
    '\u3000',
    '-',
    '(1)',
    '₹',
    '5 May ',
    '1× a, ',
    'a|',
    '<p>',
    '&amp;',
  ]
  const readAll = async (length: number) => {
    const cells = shapes.map((shape) => `x${shape.repeat(length / shape.length)}x`)
    for (const kind of MOVE_KINDS) {
      const fields = Object.keys(MOVE_FIELDS[kind])
      const columns = Object.fromEntries(fields.map((field) => [field, field]))
      await readTable(cellTable(fields, ...cells.map((cell) => fields.map(() => cell))), { kind, columns })
    }
    await listOf(...cells.map((cell) => [cell]))
  }
  await expectProportion(1_000, readAll)
})

test('a table of 100,000 rows is read while others are answered', async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => ({
    row: at + 2,
    cells: [`p${at}@x.in`, `Person ${at}`, '05/04/2025', at % 2 ? 'Reels' : 'Canva'],
  }))
  let turns = 0
  const clock = setInterval(() => {
    turns += 1
  }, 1)
  const { courses } = await readTable(
    { ...cellTable(['Email', 'Name', 'Joined', 'Course']), rows },
    { kind: 'students' },
  )
  clearInterval(clock)
  expect(courses).toHaveLength(2)
  expect(turns).toBeGreaterThan(10)
})

test.each([
  ['$19', 1_900, 'USD'],
  ['€25', 2_500, 'EUR'],
  ['GBP 30', 3_000, 'GBP'],
  ['30 AED', 3_000, 'AED'],
  ['US$ 19.50', 1_950, 'USD'],
  ['S$30', 3_000, 'SGD'],
  ['19 dollars', 1_900, 'USD'],
  ['Rs. 1,499/-', 149_900, 'INR'],
  ['INR 999', 99_900, 'INR'],
  ['मोफत', 0, undefined],
  ['30 XQZ', undefined, undefined],
])('money %s keeps its unit', (cell, amount, currency) => {
  const { value } = readMoney(cell)
  expect([value?.amount, value?.currency]).toEqual([amount, currency])
})

test.each([
  ['yes', 'Accepts Marketing', true],
  ['FALSE', 'Accepts Email Marketing', false],
  ['unsubscribed', 'Email marketing status', false],
  ['yes', 'Do not contact?', false],
  ['no', 'Do not contact?', undefined],
  ['subscribed', 'Subscribed', true],
])('consent %s under %s', (cell, heading, agreed) => {
  expect(readNews(cell, heading, false).value).toBe(agreed)
})

test.each([
  ['ORDER_STATUS_COMPLETED', 'take', true],
  ['edd-refunded', 'skip', true],
  ['subscription: cancelled', 'skip', true],
  ['not active', 'take', false],
] as const)('state %s with the prefix of its platform', (word, guess, sure) => {
  expect(statusGuess('students', 'status', word)).toEqual({ guess, sure })
})

test.each([
  ['365 days', '2026-01-15', null],
  ['6 months', '2025-07-15', null],
  ['1 year', '2026-01-15', null],
  ['lifetime', null, null],
  ['soon', null, 'End of access “soon” is no date'],
  ['365', null, 'End of access “365” is no date'],
])('an end of access of %s', async (cell, day, problem) => {
  const { rows } = await studentsOf(['Email', 'Enrolled On', 'Valid till'], ['a@x.in', '15/01/2025', cell])
  expect(rows).toMatchObject([{ access_ends: day, problem }])
})

test('a period without a day of enrolment holds the row back', async () => {
  const { rows } = await studentsOf(['Email', 'Valid till'], ['a@x.in', '365 days'])
  expect(rows).toMatchObject([
    { access_ends: null, problem: 'End of access “365 days” counts from a day of joining, and the row has none' },
  ])
})

test('line items of WooCommerce are names with their own sums', async () => {
  const item = (name: string, total: string) =>
    `name:${name}|product_id:12|sku:X|quantity:1|total:${total}|sub_total:999.00`
  const { courses, rows } = await ordersOf(
    ['order_id', 'order_number', 'date', 'status', 'billing_email', 'order_total', 'line_items', 'coupons'],
    ['501', '501', '2026-01-05 10:33:00', 'completed', 'a@x.in', '999.00', item('Hindi Script Vault', '999.00'), ''],
    [
      '502',
      '502',
      '2026-01-06 10:33:00',
      'wc-completed',
      'b@x.in',
      '1398.10',
      `${item('Hindi Script Vault', '899.10')};${item('Local Ads', '499.00')}`,
      'code:TEN|amount:99.90',
    ],
  )
  expect(courses).toEqual([
    { name: 'Hindi Script Vault', rows: 2 },
    { name: 'Local Ads', rows: 1 },
  ])
  expect(rows[1]?.items).toEqual([
    { course: 'Hindi Script Vault', amount: 89_910 },
    { course: 'Local Ads', amount: 49_900 },
  ])
})

test('an amount in an unknown currency is left out and named', async () => {
  const { rows } = await ordersOf(
    ['Order ID', 'Email', 'Course', 'Amount', 'Currency'],
    ['1', 'a@x.in', 'Reels', '19', 'coins'],
  )
  expect(rows).toMatchObject([
    { amount: null, notes: [{ heading: 'Currency', message: '“coins” is no currency: the amount is left out' }] },
  ])
})
