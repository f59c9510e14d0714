import type { Knex } from 'knex'
import type { Context } from '../../../server/src/context.ts'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { buildSale } from '../../../server/test/ledger.ts'
import { BUYER_GSTIN } from '../../../server/test/tax-settings.ts'
import { type Book, newBook } from './papers-book.ts'
import { newWorld, type World } from './papers-world.ts'
import type { Random } from './random.ts'

export type Life = { world: World; book: Book; random: Random; seats: Map<string, string> }
export type Shop = { db: Knex; at: Context[]; worlds: Map<string, World>; clock: { now: Date } }

type Rule = { rate_basis_points: number; prices: string }

/** Places an order of courses, bundles, seats and codes, which the gateway's word makes paid. */
export async function beginLife(shop: Shop, random: Random, rule: Rule | undefined): Promise<Life> {
  const [ctx] = shop.at
  if (!ctx) throw new Error('no instance')
  const { db } = shop
  const paise = Array.from(
    { length: 1 + random.below(4) },
    () => 100 + random.below(random.chance(0.1) ? 40_000_00 : 2_000_00),
  )
  const quantities = paise.map(() => (random.chance(0.25) ? 2 + random.below(2) : 1))
  const discounts = paise.map((price, at) =>
    random.chance(0.4) ? random.below(Math.min(price, 50_000)) * (quantities[at] ?? 1) : 0,
  )
  const added = rule?.prices === 'exclusive' ? rule.rate_basis_points : 0
  const tax = paise.reduce((all, price, at) => {
    const line = price * (quantities[at] ?? 1) - (discounts[at] ?? 0)
    return all + Math.floor((line * added * 2 + 10_000) / 20_000)
  }, 0)
  const isBusiness = random.chance(0.3)
  const business = {
    billing_gstin: BUYER_GSTIN,
    billing_name: 'Verma Studios',
    billing_address: '4 MG Road, Bengaluru',
  }
  const state = isBusiness ? '29' : random.pick(['27', '29', '07'])
  const settings: { id: number } | undefined = rule && (await db('tax_settings').first('id'))
  const open = {
    status: 'created',
    paid_at: null,
    payment_id: null,
    billing_state: rule ? state : null,
    ...(isBusiness && rule ? business : {}),
  }
  const sale = { paise, quantities, discounts, tax, settings: settings?.id ?? null, order: open }
  const { order_id, total_paise } = await buildSale(
    { ctx, db, stop: async () => {} },
    sale as Parameters<typeof buildSale>[1],
  )
  if (paise.length > 1 && random.chance(0.5)) {
    const bundle = await buildCourse(db)
    await db('order_lines')
      .where({ order_id })
      .where('position', '<', 2)
      .update({
        quantity: 1,
        bundle_id: bundle.course_id,
        bundle_name: 'All',
        bundle_banner: 'b',
        discount_paise: 0,
        total_paise: db.ref('price_paise'),
      })
    await recount(db, order_id, added)
  }
  const order = await db('orders').where({ order_id }).first('total_paise')
  const world = newWorld(order_id, order?.total_paise ?? total_paise, shop.clock.now)
  shop.worlds.set(world.payment.id, world)
  return { world, book: newBook(world.payment.amountPaise), random, seats: new Map() }
}

/** Sums an order's lines again. */
async function recount(db: Knex, order_id: string, added: number): Promise<void> {
  const lines = await db('order_lines').where({ order_id })
  const sum = (
    of: (line: { price_paise: number; quantity: number; discount_paise: number; total_paise: number }) => number,
  ) => lines.reduce((all, line) => all + of(line), 0)
  const tax_paise = sum((line) => Math.floor((line.total_paise * added * 2 + 10_000) / 20_000))
  await db('orders')
    .where({ order_id })
    .update({
      subtotal_paise: sum((line) => line.price_paise * line.quantity),
      discount_paise: sum((line) => line.discount_paise),
      tax_paise,
      total_paise: sum((line) => line.total_paise) + tax_paise,
    })
}
