import { expect, test } from 'vitest'
import { readCourse } from './read-course.ts'
import { prepareReading } from './reading.ts'
import { understand } from './understand.ts'

/** Reads the rows of a list of courses with the guesses alone. */
async function coursesOf(headings: string[], ...cells: string[][]) {
  const rows = cells.map((one, at) => ({ row: at + 2, cells: one }))
  const head = { encoding: null, encoding_sure: true, delimiter: ',', sheets: [], sheet: null, head_row: 1 }
  const { table, kind_guess, source_guess, columns } = await understand({ ...head, headings, rows })
  const reading = await prepareReading(table, {
    kind: kind_guess,
    columns: Object.fromEntries(columns.map(({ heading, guess }) => [heading, guess])),
  })
  return { kind_guess, source_guess, rows: table.rows.map((row) => readCourse(row, reading)) }
}

test('a list of courses is recognised, and its words become fields', async () => {
  const { kind_guess, rows } = await coursesOf(
    ['Course Name', 'Course Description', 'Selling Price', 'MRP', 'Category', 'Level', 'Thumbnail', 'State'],
    [
      'Reels Mastery',
      'Reels from zero',
      '1,499/-',
      '₹2,999',
      'Video; Instagram',
      'Beginner',
      'banner 7.png',
      'Published',
    ],
    ['Canva', '', 'free', 'soon', '', '', '', 'Maybe'],
    ['', 'No title', '', '', '', '', '', ''],
  )
  expect(kind_guess).toBe('courses')
  expect(rows).toMatchObject([
    {
      ...{
        name: 'Reels Mastery',
        description: 'Reels from zero',
        price: 149_900,
        list_price: 299_900,
        image: 'banner 7.png',
      },
      ...{ topics: ['Video', 'Instagram', 'Beginner'], state: 'published', notes: [], problem: null },
    },
    {
      ...{ name: 'Canva', price: 0, list_price: null, state: null },
      notes: [
        { heading: 'State', message: '“Maybe” is no state' },
        { heading: 'MRP', message: '“soon” is no amount' },
      ],
    },
    { name: null, problem: 'There is no title' },
  ])
})

test('descriptions in HTML become plain text', async () => {
  const { source_guess, rows } = await coursesOf(
    ['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Variant Price', 'Status'],
    ['reels', 'Reels', '<p>One &amp; two</p><ul><li>Three</li></ul><script>x()</script>', 'Me', '499.00', 'active'],
  )
  expect(source_guess).toBe('shopify')
  expect(rows).toMatchObject([
    { course_id: 'reels', long_description: 'One & two\n• Three', state: 'published', price: 49_900 },
  ])
})
