import { type client, isApiError } from '../../api/client.ts'
import { type Owner, offlineDb } from '../../offline/offline-db.ts'
import { latePlace, sealJson, unsealJson } from '../../offline/sealing.ts'
import type { LateBeat } from './late-beats.ts'
import { ownerNow } from './owner.ts'

export type LateNote = Parameters<typeof client.notes.add>[0]

type SentTry = Parameters<typeof client.quizzes.submit>[0]

/** Answers to a quiz. Those that the shop refused stay until their student has read why. */
export type LateTry = SentTry['params'] &
  SentTry['body'] & { course_id: string; refused?: { text: string; changed: boolean } }

type Late = { beat: LateBeat; note: LateNote; try: LateTry }
type Kind = keyof Late

/** Seals an entry for the disk; nobody else opens it. */
export const sealLate = <K extends Kind>(owner: Owner, value: Late[K]): Promise<ArrayBuffer> =>
  sealJson(owner.key, latePlace(owner), value)

/** Stores offline work until the shop has it. */
export async function storeLate<K extends Kind>(kind: K, value: Late[K]): Promise<void> {
  const owner = await ownerNow()
  if (!owner) throw new Error('Nobody is signed in')
  await offlineDb.put('late', { kind, sealed: await sealLate(owner, value) })
}

/** Opens the waiting entries of a kind, in order. */
export async function openLate<K extends Kind>(owner: Owner, kind: K): Promise<{ key: number; value: Late[K] }[]> {
  const entries = (await offlineDb.lateEntries()).filter(({ entry }) => entry.kind === kind)
  return Promise.all(
    entries.map(async ({ key, entry }) => ({
      key,
      value: (await unsealJson(owner.key, latePlace(owner), entry.sealed)) as Late[K],
    })),
  )
}

/** A refusal stays one; anything else may be different a moment later. */
export const isFinal = (error: unknown): boolean =>
  isApiError(error) && error.status < 500 && error.status !== 429 && error.status !== 401
