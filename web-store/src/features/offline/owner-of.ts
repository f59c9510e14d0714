import { type Owner, offlineDb } from '../../offline/offline-db.ts'
import { ownerNow } from '../../shared/offline/owner.ts'
import { downloads } from './download-db.ts'

/** Returns the record of the signed-in student for this session, or makes one. Removes downloads of another session. */
export async function ownerOf(session_id: string): Promise<Owner | undefined> {
  const owner = await ownerNow()
  if (!owner || owner.session_id === session_id) return owner
  await downloads.wipe()
  return offlineDb.changeOwner((known) => ({ ...known, session_id }))
}
