import { expect, test } from 'vitest'
import { madeTables, owners, refusal, tableProblems, tablesNamed } from './table-owners.mjs'

test('SQL names only tables of its own folder', () => {
  expect(tableProblems()).toEqual([])
})

test('every table that a migration creates has one owner', () => {
  expect(Object.values(owners).flat().sort()).toEqual(madeTables().sort())
})

const named = (code) =>
  tablesNamed('x.ts', code, ['orders', 'users', 'refunds']).map(({ table, writes }) => (writes ? `${table}!` : table))

test.each([
  ["db('orders')", ['orders']],
  ["trx<Row>('orders as o').leftJoin('users as u', 'u.id', 'o.user_id')", ['users', 'orders']],
  ["db({ o: 'orders' })", ['orders']],
  ["ctx.db('orders').first()", ['orders']],
  ['db.raw(`select 1 from orders o join users u on u.id = o.user_id`)', ['orders', 'users']],
  ['db.raw(`select 1 from orders o, users`)', ['orders', 'users']],
  ['for (const table of all) db(table)', ['table']],
  ["const part = 'exists (select from refunds)'", ['refunds']],
  ["db.raw('update orders set x = 1')", ['orders!']],
  ["db.raw('insert into refunds (x) values (1)')", ['refunds!']],
  ["db('orders').where({ id }).whereNull('x').update({ x: 1 })", ['orders', 'orders!']],
  ["// reads from orders\n/** joins users */ const orders = features('orders')", []],
  ["calls.orders.list('orders'); const path = '/orders'", []],
])('%s names %j', (code, tables) => {
  expect(named(code).sort()).toEqual(tables.sort())
})

test('another folder may not name a table, and a reader may only read it', () => {
  const reads = { table: 'orders', writes: false }
  expect(refusal('orders/new.queries.ts', { ...reads, writes: true })).toBeUndefined()
  expect(refusal('courses/new.queries.ts', reads)).toMatch('belongs to orders')
  expect(refusal('ordersets/new.queries.ts', reads)).toMatch('belongs to orders')
  expect(refusal('reports/new.queries.ts', reads)).toBeUndefined()
  expect(refusal('reports/new.queries.ts', { ...reads, writes: true })).toMatch('only read')
  expect(refusal('orders/new.queries.ts', { table: 'nobodys_table', writes: false })).toMatch('no owner')
})
