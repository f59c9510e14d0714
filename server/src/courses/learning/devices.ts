import type { Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { listSessions } from '../../shop/auth/sessions.queries.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { isStopped, lockDevices, stopDevices, storeDevice } from './devices.queries.ts'

/** A device counts as watching for this long after its last beat or opened film; the player sends a beat every 10 s. */
const WATCHING_MS = 2 * 60_000

type Session = { id: number; session_id: string }
type Work = Pick<Context, 'db' | 'now'>

/**
 * Admits a session to watch: 409 `too_many_devices`, with the watching devices, at the shop's limit (`most`; 0 means
 * none). A refused session must stop, files included, until a place is free or `goOnHere` takes one. Has its own
 * transaction, so that a refusal is stored.
 */
export async function admitDevice({ db, now }: Work, session: Session, most: number): Promise<void> {
  if (most === 0) return
  const others = await db.transaction((trx) => takePlace(trx, session, most, now()))
  if (others) throw tooMany(await named(db, session, others, now()))
}

/**
 * Takes a place for a session that opens a film, so that the limit holds for a player without beats. Returns false, and
 * the session must stop, when all places are taken.
 */
export async function mayOpenFilm({ db, now }: Work, session: Session): Promise<boolean> {
  const { devices: most } = await findDelivery(db)
  if (most === 0) return true
  return (await db.transaction((trx) => takePlace(trx, session, most, now()))) === undefined
}

/**
 * Stops these devices of the student, and watches on this one. 409 as above when that frees no place. Nobody is logged
 * out.
 */
export async function goOnHere({ db, now }: Work, session: Session, stop: readonly string[]): Promise<void> {
  const { devices: most } = await findDelivery(db)
  if (most === 0) return
  const others = await db.transaction(async (trx) => {
    await lockDevices(trx, session.id)
    await stopDevices(
      trx,
      session.id,
      stop.filter((id) => id !== session.session_id),
      now(),
    )
    return takePlace(trx, session, most, now())
  })
  if (others) throw tooMany(await named(db, session, others, now()))
}

/** Checks that this session's files are refused now. */
export async function mayNotWatch(db: Db, sessionId: string): Promise<boolean> {
  return (await isStopped(db, sessionId)) && (await findDelivery(db)).devices > 0
}

/** Takes a place; otherwise returns the sessions that hold them. */
async function takePlace(trx: Db, { id, session_id }: Session, most: number, now: Date): Promise<string[] | undefined> {
  const known = await lockDevices(trx, id)
  const watching = known
    .filter(({ beat_at, stopped_at }) => !stopped_at && now.getTime() - new Date(beat_at).getTime() < WATCHING_MS)
    .map((one) => one.session_id)
  const others = watching.filter((other) => other !== session_id)
  const full = most > 0 && others.length >= most
  await storeDevice(trx, { session_id, user_id: id, beat_at: now, stopped_at: full ? now : null })
  return full ? others : undefined
}

async function named(db: Db, { id }: Session, watching: readonly string[], now: Date) {
  const open = new Map(
    (await listSessions(db, { audience: 'user', id }, now)).map((one) => [one.session_id, one.device]),
  )
  return watching.map((session_id) => ({ session_id, device: open.get(session_id) ?? null }))
}

const tooMany = (devices: Awaited<ReturnType<typeof named>>) =>
  devices.length === 1
    ? appError('too_many_devices', 'You are watching on 1 other device', { devices })
    : appError('too_many_devices', 'You are watching on {count} other devices', {
        values: { count: devices.length },
        devices,
      })
