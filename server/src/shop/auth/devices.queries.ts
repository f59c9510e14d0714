import type { Db } from '../../context.ts'

export type Holder = { audience: 'user' | 'admin'; id: number }

type Seen = { device: string; network: string; last_seen_at: Date }

/** Stores the device; returns true when it is new to an account that knows others. */
export async function rememberDevice(db: Db, { audience, id }: Holder, seen: Seen): Promise<boolean> {
  const holder = audience === 'user' ? { user_id: id } : { admin_id: id }
  const known = await db('known_devices').where(holder).select('device', 'network')
  await db.raw(
    `insert into known_devices (${audience}_id, device, network, last_seen_at)
    values (:id, :device, :network, :last_seen_at)
    on conflict (${audience}_id, device, network) where ${audience}_id is not null
    do update set last_seen_at = excluded.last_seen_at`,
    { id, ...seen },
  )
  return known.length > 0 && !known.some((one) => one.device === seen.device && one.network === seen.network)
}

/** Deletes the devices of an account's former holder (`users.id`). */
export async function forgetDevicesOf(db: Db, userId: number): Promise<void> {
  await db('known_devices').where({ user_id: userId }).delete()
}

export async function forgetDevices(db: Db, before: Date): Promise<void> {
  await db('known_devices').where('last_seen_at', '<', before.toISOString()).delete()
}
