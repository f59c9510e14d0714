import { expect, test } from 'vitest'
import { ownDataPage } from './own-data-page.ts'

const page = (rows: Record<string, unknown>[], names: Record<string, string> = {}) =>
  ownDataPage({ made_at: '2026-11-26T06:30:00.000Z', parts: [{ title: 'Orders', rows }], names })

test('own data reads in rupees, Indian time, titles and words', () => {
  const html = page(
    [
      {
        course_id: 'c_1',
        total_paise: 49_900,
        created_at: '2026-11-25T18:45:00.000Z',
        passed: true,
        answers: [{ question_id: 'q_1', options: ['o_1'] }],
        promocode: null,
      },
    ],
    { c_1: 'Reels Growth', q_1: 'Which hook?', o_1: 'The first second' },
  )
  for (const text of ['₹499.00', '26 Nov 2026', 'Reels Growth', 'Which hook?', 'The first second', 'Yes'])
    expect(html).toContain(text)
  for (const text of ['c_1', 'paise', 'Promocode', '18:45']) expect(html).not.toContain(text)
})

test('own data cannot run as a page of its own', () => {
  expect(page([{ text: '<script>alert(1)</script>' }])).not.toContain('<script>')
})
