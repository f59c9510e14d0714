import { expect, test } from 'vitest'
import { cellTable, kindOfTable, readTable } from '../../../../test/moves.ts'

const coursesOf = (headings: string[], ...cells: string[][]) =>
  readTable(cellTable(headings, ...cells), { kind: 'courses' })

test('a list of courses is recognised, and its words become fields', async () => {
  const table = cellTable(
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
  expect(await kindOfTable(table)).toBe('courses')
  const { rows } = await readTable(table, { kind: 'courses' })
  expect(rows).toMatchObject([
    {
      name: 'Reels Mastery',
      description: 'Reels from zero',
      price: 149_900,
      list_price: 299_900,
      image: 'banner 7.png',
      topics: ['Video', 'Instagram', 'Beginner'],
      state: 'published',
      notes: [],
      problem: null,
    },
    {
      name: 'Canva',
      price: 0,
      list_price: null,
      state: null,
      notes: [
        { heading: 'State', message: '“Maybe” is no state' },
        { heading: 'MRP', message: '“soon” is no amount' },
      ],
    },
    { name: null, problem: 'There is no title' },
  ])
})

test('descriptions in HTML become plain text', async () => {
  const { source, rows } = await coursesOf(
    ['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Variant Price', 'Status'],
    ['reels', 'Reels', '<p>One &amp; two</p><ul><li>Three</li></ul><script>x()</script>', 'Me', '499.00', 'active'],
  )
  expect(source).toBe('shopify')
  expect(rows).toMatchObject([
    { course_id: 'reels', long_description: 'One & two\n• Three', state: 'published', price: 49_900 },
  ])
})

test.each([
  [['Title', 'Price', 'Description'], ['$19'], 'Price', '“$19” is not rupees'],
  [['Title', 'Price', 'Description'], ['€25'], 'Price', '“€25” is not rupees'],
  [['Title', 'Price', 'Description'], ['GBP 30'], 'Price', '“GBP 30” is not rupees'],
  [['Title', 'Price (USD)', 'Description'], ['19'], 'Price (USD)', '“19” is in USD, not rupees'],
  [['Title', 'Price (AED)', 'Description'], ['19'], 'Price (AED)', '“19” is in AED, not rupees'],
  [['Title', 'Price', 'Description', 'Currency'], ['19', 'x', 'USD'], 'Price', '“19” is in USD, not rupees'],
])('a price under %s of %s is left out and named', async (headings, [price = '', ...more], heading, message) => {
  const { rows } = await coursesOf(headings, ['Dollar', price, ...(more.length > 0 ? more : ['x'])])
  expect(rows).toMatchObject([{ name: 'Dollar', price: null, notes: [{ heading, message }] }])
})

test('a price in rupees stays, with its sign or a currency beside it', async () => {
  const { rows } = await coursesOf(
    ['Title', 'Price', 'Description', 'Currency'],
    ['A', '₹1,499', 'x', 'INR'],
    ['B', '1499', 'x', '₹'],
    ['C', 'Free', 'x', 'USD'],
  )
  expect(rows.map(({ price }) => price)).toEqual([149_900, 149_900, 0])
})
