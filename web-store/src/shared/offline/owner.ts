import { randomKey } from '../../api/random-key.ts'
import { downloads, type Owner } from '../../offline/download-db.ts'
import { newKey } from '../../offline/sealing.ts'
import { useSession } from '../../stores/session.ts'

/** An admin's view of a student stores and removes nothing. */
function userId(): string | undefined {
  const { user, viewing } = useSession.getState()
  return viewing ? undefined : user?.user_id
}

/**
 * Returns the record of the signed-in student, or makes one. Removes downloads of another student and of another session; unsent words stay.
 */
export async function ownerNow(sessionId?: string): Promise<Owner | undefined> {
  const user_id = userId()
  if (user_id === undefined) return undefined
  let owner = await downloads.owner()
  if (owner && owner.user_id !== user_id) {
    await downloads.wipe()
    owner = undefined
  }
  if (!owner) {
    const made = { key: await newKey(), device: randomKey(), number: 0, seen_ms: Date.now() }
    owner = { user_id, session_id: sessionId ?? '', ...made }
    await downloads.own(owner)
  }
  if (sessionId === undefined || owner.session_id === sessionId) return owner
  await downloads.wipeLessons()
  return downloads.changeOwner((known) => ({ ...known, session_id: sessionId }))
}

/** The record where it is of the student who is signed in; nothing is made. */
export async function ownerKnown(): Promise<Owner | undefined> {
  const owner = await downloads.owner()
  return owner && owner.user_id === userId() ? owner : undefined
}
