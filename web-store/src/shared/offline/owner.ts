import { randomKey } from '../../api/random-key.ts'
import { type Owner, offlineDb } from '../../offline/offline-db.ts'
import { newKey } from '../../offline/sealing.ts'
import { useSession } from '../../stores/session.ts'

/** An admin's view of a student stores and removes nothing. */
function userId(): string | undefined {
  const { user, viewing } = useSession.getState()
  return viewing ? undefined : user?.user_id
}

/** Returns the record of the signed-in student, or makes one. Removes what is stored of another student. */
export async function ownerNow(): Promise<Owner | undefined> {
  const user_id = userId()
  if (user_id === undefined) return undefined
  const owner = await offlineDb.owner()
  if (owner?.user_id === user_id) return owner
  if (owner) await offlineDb.wipe()
  const made = { user_id, session_id: '', key: await newKey(), device: randomKey(), number: 0, seen_ms: Date.now() }
  await offlineDb.own(made)
  return made
}

/** The record where it is of the student who is signed in; nothing is made. */
export async function ownerKnown(): Promise<Owner | undefined> {
  const owner = await offlineDb.owner()
  return owner && owner.user_id === userId() ? owner : undefined
}
