import type { Db } from '../../context.ts'

/** Refusals of the gateway: our keys, or new links. */
export type RefusalKind = 'keys' | 'links'
export type GatewayRefusal = { kind: RefusalKind; since: string; last_at: string; reason: string }

export async function noteRefusal(trx: Db, kind: RefusalKind, reason: string, now: string): Promise<void> {
  await trx<GatewayRefusal>('gateway_refusals')
    .insert({ kind, since: now, last_at: now, reason })
    .onConflict('kind')
    .merge(['last_at', 'reason'])
}

export async function endRefusal(db: Db, kind: RefusalKind): Promise<void> {
  await db<GatewayRefusal>('gateway_refusals').where({ kind }).delete()
}

/** The oldest of what is refused now. */
export function findRefusal(db: Db): Promise<GatewayRefusal | undefined> {
  return db<GatewayRefusal>('gateway_refusals').orderBy('since').first()
}
