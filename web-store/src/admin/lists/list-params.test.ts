import { contract } from 'contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { COURSE_SORTS, sortsFor } from '../courses/courses.queries.ts'
import { TICKET_SORTS } from '../inbox/inbox.queries.ts'
import { orderFilter } from '../orders/OrdersTab.tsx'
import { ORDER_SORTS } from '../orders/orders.queries.ts'
import { PROMOCODE_SORTS } from '../promocodes/promocodes.queries.ts'
import { changedList, PAGE_SIZE, readList, totalOf, totalText } from './list-params.ts'

const read = (address: string) => readList(new URLSearchParams(address), ORDER_SORTS)
const accepts = (call: { '~orpc': { inputSchema?: unknown } }, input: object) =>
  (call['~orpc'].inputSchema as z.ZodType).safeParse(input).success

test('an address sets the request to the server', () => {
  expect(read('').input).toEqual({ limit: '50', offset: '0' })
  expect(read('q=%20asha%20&sort=-total&page=3')).toEqual({
    q: ' asha ',
    sort: '-total',
    page: 3,
    input: { q: 'asha', sort: '-total', limit: '50', offset: '100' },
  })
})

test('an address drops unknown orders, pages and searches, and the server refuses none of the rest', () => {
  for (const page of ['0', '-3', 'x', '', 'NaN', 'Infinity', '1e400', '1e99', '99999999999']) {
    const { input } = read(`page=${page}&sort=price&q=%20&status=x`)
    expect([page, accepts(contract.orders.adminList, input), input.sort, input.q]).toEqual([
      page,
      true,
      undefined,
      undefined,
    ])
  }
  expect(read('page=2.9').input.offset).toBe(String(PAGE_SIZE))
  expect(accepts(contract.orders.adminList, read(`q=${'x'.repeat(300)}`).input)).toBe(true)
})

test('another search begins at the first page; an empty value leaves the address, others stay', () => {
  const before = new URLSearchParams('tab=orders&q=asha&status=paid&page=4')
  expect(String(changedList(before, { q: 'ravi' }))).toBe('tab=orders&q=ravi&status=paid')
  expect(String(changedList(before, { q: '', status: '' }))).toBe('tab=orders')
  expect(String(changedList(before, { order: 'ord_1' }, true))).toBe('tab=orders&q=asha&status=paid&page=4&order=ord_1')
  expect(String(before)).toContain('page=4')
})

test.each([
  ['courses', COURSE_SORTS, contract.courses.adminList],
  ['orders', ORDER_SORTS, contract.orders.adminList],
  ['promo codes', PROMOCODE_SORTS, contract.promocodes.adminList],
  ['messages', TICKET_SORTS, contract.tickets.list],
] as const)('%s are ordered only in ways that the server knows', (_, sorts, call) => {
  expect(accepts(call, { sort: 'by-chance' })).toBe(false)
  expect(sorts.filter((sort) => !accepts(call, { sort }))).toEqual([])
})

test('an address that an owner passes on orders by sales for owners alone', () => {
  const sortFor = (role: 'owner' | 'editor') => readList(new URLSearchParams('sort=-sales&page=2'), sortsFor(role)).sort
  expect([sortFor('owner'), sortFor('editor')]).toEqual(['-sales', undefined])
})

const filter = (address: string) => {
  const search = new URLSearchParams(address)
  return orderFilter((name) => search.get(name) ?? '')
}

test('the orders of an address: a status or what they need, and days that there are', () => {
  expect(filter('status=partially_refunded')).toEqual({ status: 'partially_refunded' })
  expect(filter('status=attention&from=2026-11-01&to=2026-11-30')).toEqual({
    needs: 'attention',
    from: '2026-11-01',
    to: '2026-11-30',
  })
  for (const wrong of ['status=unknown', 'status=toString', 'from=2026-02-30', 'to=2026-11', 'from=0000-00-00', '']) {
    expect([wrong, filter(wrong)]).toEqual([wrong, {}])
  }
})

test('the list and its file take the same filters', () => {
  for (const address of ['status=paid&from=2026-11-01&q=asha', 'status=waiting&to=2026-11-30']) {
    const input = { q: '', ...filter(address) }
    expect(accepts(contract.orders.adminList, input)).toBe(true)
    expect(accepts(contract.exports.orders, input)).toBe(true)
  }
})

test('a total that the server has not counted to its end is followed by a plus', () => {
  expect([totalText(10_000), totalText(10_001), totalText(200_000)]).toEqual(['10,000', '10,000+', '2,00,000'])
  // Pages behind the counted rows: another one follows, and the last.
  expect([totalText(10_051, 10_050), totalText(10_051, 10_100)]).toEqual(['10,050+', '10,051'])
  expect([totalOf(1, 'student'), totalOf(10_001, 'student')]).toEqual(['1 student', '10,000+ students'])
})
