import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { COIN_PAGE, CoinList } from './CoinList.tsx'

const at = '2026-11-18T10:42:00Z'
const row = (change: number, balance_after: number, reason: string) => ({ change, balance_after, reason, at })
const words = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')

type Press = { children: unknown; held?: boolean; onClick?: () => void }
/** The buttons of the list, by their words. */
function buttonsOf(node: unknown, found: Record<string, Press> = {}): Record<string, Press> {
  if (Array.isArray(node)) for (const one of node) buttonsOf(one, found)
  const { props } = (node ?? {}) as Partial<ReactElement<Press>>
  if (props?.onClick) found[String(props.children)] = props
  else if (props) buttonsOf(props.children, found)
  return found
}

it('each change shows source, amount, date and balance', () => {
  const rows = [
    row(-20, 1480, 'subtracted by admin'),
    row(1500, 1500, 'added by admin'),
    row(5, 5, 'Won the reels contest'),
  ]
  expect(words(<CoinList rows={rows} total={3} page={1} onPage={() => {}} busy={false} />)).toBe(
    [
      '|Removed by the shop|−20|18 Nov 2026, 4:12\u00a0pm|Balance 1,480',
      '|Added by the shop|+1,500|18 Nov 2026, 4:12\u00a0pm|Balance 1,500',
      '|Won the reels contest|+5|18 Nov 2026, 4:12\u00a0pm|Balance 5|',
    ].join(''),
  )
})

it.each([
  [1, `1 to ${COIN_PAGE} of 60`, undefined, 2],
  [2, `${COIN_PAGE + 1} to ${2 * COIN_PAGE} of 60`, 1, 3],
  [3, '41 to 60 of 60', 2, undefined],
])('page %i is %s; where there is another page a button leads to it', (page, place, newer, older) => {
  const onPage = vi.fn()
  const list = (busy: boolean) => CoinList({ rows: [row(1, 1, 'x')], total: 60, page, onPage, busy })
  expect(words(list(false))).toContain(`|${place}|`)
  for (const [name, leads] of [
    ['Newer', newer],
    ['Older', older],
  ] as const) {
    const button = buttonsOf(list(false))[name]
    expect(button?.held).toBe(leads === undefined)
    expect(buttonsOf(list(true))[name]?.held).toBe(true)
    button?.onClick?.()
    if (leads) expect(onPage).toHaveBeenLastCalledWith(leads)
  }
})

it('a single page has no buttons', () => {
  const list = CoinList({ rows: [row(1, 1, 'x')], total: COIN_PAGE, page: 1, onPage: () => {}, busy: false })
  expect(buttonsOf(list)).toEqual({})
})
