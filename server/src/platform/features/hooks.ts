import type { Knex } from 'knex'
import { importAll } from './import-all.ts'

/** Moments at which features join in, in the transaction of whoever calls. A feature joins by exporting one from its `*.hooks.ts`. */
export type Hooks<Ctx = unknown> = {
  /** A course was copied with its lessons, each to the same position. */
  courseCopied: (ctx: Ctx, trx: Knex, copy: { from: string; to: string; now: Date }) => Promise<void>
  /** An order of more than nothing is paid, at `now`. */
  orderPaid: (ctx: Ctx, trx: Knex, order: { order_id: string; now: string }) => Promise<void>
  /** Refunds of an order have arrived; the same may be named again. */
  refundsArrived: (
    ctx: Ctx,
    trx: Knex,
    refunds: { order_id: string; refund_ids: readonly string[]; now: string },
  ) => Promise<void>
  /** Seals stored secrets with the first of the keys; returns how many. */
  secretsSealed: (ctx: Ctx) => Promise<number>
  /** Returns purposes of consent that the shop has a use for. */
  consentsUsed: (ctx: Ctx) => Promise<readonly string[]>
}

type Answer<Name extends keyof Hooks> = Awaited<ReturnType<Hooks[Name]>>

let found: Promise<Partial<Hooks>[]> | undefined

/** Loads them at the first moment: a feature that joins in uses the one that calls it. */
const load = async () => (await importAll('../../**/*.hooks.ts', import.meta.dirname)) as Partial<Hooks>[]

/** Calls everything that joins in, one after the other, and returns their answers; an error is the caller's. */
export async function callHooks<Name extends keyof Hooks>(
  name: Name,
  ...args: Parameters<Hooks[Name]>
): Promise<Answer<Name>[]> {
  found ??= load()
  const answers: Answer<Name>[] = []
  for (const module of await found) {
    const hook = module[name] as ((...args: Parameters<Hooks[Name]>) => Promise<Answer<Name>>) | undefined
    if (hook) answers.push(await hook(...args))
  }
  return answers
}
