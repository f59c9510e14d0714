import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TableOf } from './DataTable.tsx'
import { TabHead } from './TabHead.tsx'

test('the heading of an empty list counts nothing', () => {
  const shown = (count: number) => renderToStaticMarkup(<TabHead title="Orders" count={count} />)
  expect(shown(1200)).toContain('>1,200<')
  expect(shown(0)).not.toContain('>0<')
})

test('a table breaks sentences and names, not dates and figures', () => {
  const isShort = (text: string, lead = false) =>
    renderToStaticMarkup(
      <TableOf columns={[{ head: 'Changed', lead, cell: String }]} rows={[text]} keyOf={String} />,
    ).includes('data-short')
  expect(['59 minutes ago', '29 Nov 2026, 10:30 pm'].map((text) => isShort(text))).toEqual([true, true])
  expect(isShort('Editing a wedding film from the first cut')).toBe(false)
  expect(isShort('Reels', true)).toBe(false)
})
