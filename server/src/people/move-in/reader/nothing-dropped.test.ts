import { MOVE_FIELDS, MOVE_KINDS, type MoveKind } from 'contract/move-in/fields'
import { describe, expect, test } from 'vitest'
import { cellTable, readTable } from '../../../../test/moves.ts'

const read = <K extends MoveKind>(kind: K, headings: string[], cells: string[][]) =>
  readTable(cellTable(headings, ...cells), { kind })
const columnOf = ({ columns }: Awaited<ReturnType<typeof read>>, heading: string) =>
  columns.find((column) => column.heading === heading)
const notesOf = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.flatMap(({ notes }) => notes.map(({ heading, message }) => `${heading}: ${message}`))

describe("a heading in the wizard's own words becomes its field", () => {
  const named = MOVE_KINDS.flatMap((kind) =>
    Object.entries(MOVE_FIELDS[kind]).map(([field, label]) => [kind, label, field] as const),
  )
  test.each(named)('%s: %s', async (kind, label, field) => {
    const cell = { email: 'asha@example.com', phone: '9876543210' }[field as string] ?? '05/11/2026'
    const others = kind === 'courses' ? [] : ['Email', 'Course'].filter((heading) => heading !== label)
    const rows = [[cell, ...others.map((heading) => (heading === 'Email' ? 'a@x.in' : 'Reels'))]]
    expect(columnOf(await read(kind, [label, ...others], rows), label)).toMatchObject({ guess: field, sure: true })
  })
})

describe('a column is not sure', () => {
  test('while nobody knows its heading and it is not empty', async () => {
    const table = await read('students', ['Email', 'Course', 'Zorro', 'Vega'], [['a@x.in', 'Reels', 'yes', '']])
    expect([columnOf(table, 'Zorro')?.sure, columnOf(table, 'Vega')?.sure]).toEqual([false, true])
  })

  test('when it is a second one for the same field', async () => {
    const table = await read('students', ['Email', 'Mail id', 'Course'], [['a@x.in', 'b@x.in', 'Reels']])
    expect(columnOf(table, 'Mail id')).toMatchObject({ guess: null, sure: false })
  })
})

describe('a column of dates', () => {
  const dated = (...days: string[]) =>
    read(
      'students',
      ['Email', 'Course', 'Joined'],
      days.map((day, at) => [`a${at}@x.in`, 'Reels', day]),
    )

  test('proves no order by cells of both', async () => {
    expect(columnOf(await dated('13/05/2026', '05/13/2026', '05/11/2026', '05/28/2026'), 'Joined')).toMatchObject({
      dates: { order: 'month_first', proven: false },
    })
  })

  test('proves an order by cells of one alone', async () => {
    expect(columnOf(await dated('13/05/2026', '05/11/2026'), 'Joined')).toMatchObject({
      dates: { order: 'day_first', proven: true },
    })
  })
})

describe('a cell in which the spreadsheet left no value is named', () => {
  test('as an amount of an order', async () => {
    const orders = await read('orders', ['Email', 'Course', 'Amount'], [['a@x.in', 'Reels', '=400+0']])
    expect(notesOf(orders)).toEqual([expect.stringMatching(/^Amount: “=400\+0” is a formula without a value: open/)])
  })

  test('as a price of a course', async () => {
    const courses = await read(
      'courses',
      ['Title', 'Price'],
      [
        ['Reels', '=B9*2'],
        ['Canva', '#REF!'],
      ],
    )
    expect(notesOf(courses)).toEqual([
      expect.stringMatching(/^Price: “=B9\*2” is a formula without a value/),
      'Price: “#REF!” is an error of the spreadsheet',
    ])
  })

  test('as a name whose letters are lost', async () => {
    const students = await read('students', ['Email', 'Name', 'Course'], [['a@x.in', '???? ???', 'Reels']])
    expect([students.rows[0]?.name, notesOf(students)]).toEqual([
      null,
      ['Name: “???? ???” has question marks for letters: save the sheet as XLSX or CSV UTF-8'],
    ])
  })

  test('as a name, which it is not', async () => {
    const students = await read('students', ['Email', 'Name', 'Course'], [['a@x.in', '=A2&B2', 'Reels']])
    expect([students.rows[0], notesOf(students)]).toMatchObject(
      [{ name: null }, [/formula without a value/]].map((one) =>
        Array.isArray(one) ? one.map((form) => expect.stringMatching(form)) : one,
      ),
    )
  })

  test('as an end of access, which is not endless then', async () => {
    const students = await read('students', ['Email', 'Course', 'Expiry date'], [['a@x.in', 'Reels', '=C9+365']])
    expect(students.rows[0]?.problem).toBe('End of access “=C9+365” is no date')
  })

  test('as a consent, which it is not', async () => {
    const students = await read('students', ['Email', 'Course', 'Newsletter'], [['a@x.in', 'Reels', '#VALUE!']])
    expect(students.rows[0]).toMatchObject({ news: { agreed: false } })
  })
})

describe('a cell of which nothing can be made is named', () => {
  test.each([
    ['students', 'Lessons completed', 'three', '“three” is no number'],
    ['students', 'Lessons completed', '3', '“3” is a progress only beside the number of lessons in all'],
    ['students', 'Lessons done', '5-3', '“5-3” is no list of lessons'],
    ['students', 'Name', 'A', '“A” is no name'],
    ['orders', 'Quantity', 'two', '“two” is no number'],
  ] as const)('%s: %s %s', async (kind, heading, cell, message) => {
    expect(notesOf(await read(kind, ['Email', 'Course', heading], [['a@x.in', 'Reels', cell]]))).toEqual([
      `${heading}: ${message}`,
    ])
  })
})

describe('a period of access ends it', () => {
  test.each([
    ['Access period', '6 months', '2027-05-05'],
    ['Access Duration', '90 days', '2027-02-03'],
    ['Access (days)', '90', '2027-02-03'],
    ['Access (months)', '6', '2027-05-05'],
    ['Validity', '1 year', '2027-11-05'],
    ['Course validity period', '6-month', '2027-05-05'],
    ['Membership period', '6 months access', '2027-05-05'],
  ])('%s %s', async (heading, cell, end) => {
    const headings = ['Email', 'Course', 'Joined', heading]
    const { rows } = await read('students', headings, [['a@x.in', 'Reels', '05/11/2026', cell]])
    expect(rows[0]).toMatchObject({ access_ends: end, problem: null })
  })

  test('only where the row has a day of joining', async () => {
    const { rows } = await read('students', ['Email', 'Course', 'Access period'], [['a@x.in', 'Reels', '6 months']])
    expect(rows[0]?.problem).toBe('End of access “6 months” counts from a day of joining, and the row has none')
  })
})

describe('a status means the same to the guess and to the row', () => {
  test.each([
    ['wc-refunded', 'refunded'],
    ['Refunded', 'refunded'],
    ['chargeback', 'refunded'],
    ['Order Status: Refunded', 'refunded'],
    ['wc-partially-refunded', 'partially_refunded'],
    ['partially_refunded', 'partially_refunded'],
    ['wc-completed', 'paid'],
  ])('%s is %s', async (word, status) => {
    const rows = [['a@x.in', 'Reels', '499', word]]
    const orders = await read('orders', ['Email', 'Course', 'Amount', 'Status'], rows)
    expect([orders.statuses[0]?.guess, orders.rows[0]]).toMatchObject(['take', { status }])
  })

  test('a state of a course has a prefix, too', async () => {
    const { rows } = await read('courses', ['Title', 'Price', 'State'], [['Reels', '499', 'wc-publish']])
    expect(rows[0]).toMatchObject({ state: 'published', notes: [] })
  })
})
