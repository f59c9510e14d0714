import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pages } from './Pages.tsx'
import type { ListParams } from './use-list-params.ts'

function shown(page: number, total: number) {
  const list: ListParams<string> = {
    q: '',
    sort: undefined,
    page,
    input: { limit: '50', offset: String((page - 1) * 50) },
    get: () => '',
    set: () => undefined,
  }
  const markup = renderToStaticMarkup(<Pages list={list} total={total} />)
  const hasNext = !/<button[^>]*disabled=""[^>]*><span>Next/.test(markup)
  return [/role="status"[^>]*>([^<]+)</.exec(markup)?.[1], hasNext]
}

test('the pages of a list that is not counted to its end lead on to its last one', () => {
  expect(shown(4, 200)).toEqual(['151 to 200 of 200', false])
  expect(shown(1, 10_001)).toEqual(['1 to 50 of 10,000+', true])
  expect(shown(201, 10_051)).toEqual(['10,001 to 10,050 of 10,050+', true])
  expect(shown(4000, 200_000)).toEqual(['1,99,951 to 2,00,000 of 2,00,000', false])
})
