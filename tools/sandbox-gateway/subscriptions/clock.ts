import type { Knex } from 'knex'
import type { SandboxAccount } from '../events.ts'
import { beginCycle, type Debit, latestAttempt, runDebit } from './debits.ts'
import type { SubscriptionRow } from './entities.ts'
import { change, endSubscription, lockSubscription, notify } from './subscriptions.ts'

/**
 * Does what the calendar asks for until `now`: ends of cycles, debits that are due (their results as planned by
 * control), and invoices of halted subscriptions, which nobody charges. Returns the debits. With `ids`, only of these.
 */
export async function runDueDebits(db: Knex, account: SandboxAccount, now: Date, ids?: string[]): Promise<Debit[]> {
  const debits: Debit[] = []
  for (;;) {
    const all = db<SubscriptionRow>('sandbox.subscriptions')
    const due = await (ids ? all.whereIn('subscription_id', ids) : all)
      .whereIn('status', ['created', 'authenticated', 'active', 'pending', 'halted', 'paused'])
      .andWhere((either) =>
        either
          .where('charge_at', '<=', now)
          .orWhere((ending) => ending.where({ cancel_at_cycle_end: true }).where('current_end', '<=', now))
          .orWhere((unused) => unused.where({ status: 'created' }).where('expire_by', '<=', now)),
      )
      .orderBy('charge_at')
      .orderBy('subscription_id')
      .select('subscription_id')
    let moved = false
    for (const { subscription_id: id } of due) {
      if (await moveCalendar(db, account, id, now)) {
        moved = true
        continue
      }
      const debit = (await isDue(db, id, now)) && (await runDebit(db, account, id, undefined, now, { early: false }))
      if (!debit) continue
      debits.push(debit)
      moved = true
    }
    if (!moved) return debits
  }
}

/** Moves a subscription that is due for something else than a debit; returns true if it was. */
async function moveCalendar(db: Knex, account: SandboxAccount, id: string, now: Date): Promise<boolean> {
  return db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    if (row.status === 'expired' || row.status === 'created') return row.status === 'expired'
    const ended = row.current_end && new Date(row.current_end) <= now ? new Date(row.current_end) : undefined
    if (row.cancel_at_cycle_end && ended) {
      await endSubscription(trx, account, row, 'self', ended)
      return true
    }
    if (row.status !== 'halted' || !ended) return false
    const { row: begun, invoice } = await beginCycle(trx, row, now)
    if (invoice) {
      await change(trx, begun, { charge_at: begun.current_end })
    } else {
      const completed = await change(trx, row, { status: 'completed', charge_at: null, ended_at: ended })
      await notify(trx, account, completed, [{ event: 'subscription.completed' }], now)
    }
    return true
  })
}

async function isDue(db: Knex, id: string, now: Date): Promise<boolean> {
  const row = await db.transaction((trx) => lockSubscription(trx, id, now))
  if (!['authenticated', 'active', 'pending'].includes(row.status)) return false
  if (!row.charge_at || new Date(row.charge_at) > now) return false
  return (await latestAttempt(db, id))?.payment?.status !== 'created'
}
