import { studentSorts } from 'contract/users'
import { expect, test } from 'vitest'
import { COURSE_SORTS } from '../courses/courses.queries.ts'
import { binColumns, catalogueColumns } from '../courses/list/course-columns.tsx'
import { columnsWith as orderColumns } from '../orders/OrdersTab.tsx'
import { ORDER_SORTS } from '../orders/orders.queries.ts'
import { termsColumns } from '../promocodes/code-columns.tsx'
import { PROMOCODE_SORTS } from '../promocodes/promocodes.queries.ts'
import { columnsWith as userColumns } from '../users/student-columns.tsx'
import { type Column, sortChoices } from './column.ts'

const act = () => {}
const heads = <Row>(columns: Column<Row>[]) => columns.map(({ head, sort, lead }) => ({ head, sort, lead }))

test.each([
  ['courses', heads(catalogueColumns({ open: act, sales: new Map() })), COURSE_SORTS],
  ['deleted courses', heads(binColumns(act, undefined)), COURSE_SORTS],
  ['orders', heads(orderColumns(String)), ORDER_SORTS],
  ['promo codes', heads(termsColumns), PROMOCODE_SORTS],
  ['students', heads(userColumns(act)), studentSorts],
])('the heads of %s order up and down only as the list can, and one column names the row', (_, columns, sorts) => {
  const requested = columns.flatMap(({ sort }) => (typeof sort === 'string' ? [sort, `-${sort}`] : (sort ?? [])))
  expect(requested.length).toBeGreaterThan(0)
  expect(requested.filter((sort) => !(sorts as readonly string[]).includes(sort))).toEqual([])
  expect(columns.filter(({ lead }) => lead)).toHaveLength(1)
  expect(new Set(columns.map(({ head }) => head)).size).toBe(columns.length)
})

test('on phones each order of a head is a choice in words, what is looked for first above the other', () => {
  expect(sortChoices(catalogueColumns({ open: act, sales: new Map() }))).toEqual([
    ['name', 'Title, A to Z'],
    ['-name', 'Title, Z to A'],
    ['price', 'Price, lowest first'],
    ['-price', 'Price, highest first'],
    ['offer_text', 'Offer, A to Z'],
    ['-offer_text', 'Offer, Z to A'],
    ['-sales', 'Sales, highest first'],
    ['sales', 'Sales, lowest first'],
    ['-students', 'Students, highest first'],
    ['students', 'Students, lowest first'],
  ])
  expect(sortChoices(orderColumns(String))).toEqual([
    ['oldest', 'Date, oldest first'],
    ['newest', 'Date, newest first'],
    ['total', 'Total, lowest first'],
    ['-total', 'Total, highest first'],
  ])
})

test('orders without a known source have no column for it', () => {
  const names = (sourced?: boolean) => orderColumns(String, sourced).map(({ head }) => head)
  expect(names(true)).toContain('Came from')
  expect(names(false)).toEqual(names(true).filter((head) => head !== 'Came from'))
})
