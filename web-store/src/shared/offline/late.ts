import { client, isApiError } from '../../api/client.ts'
import { kept, type Owner } from '../../offline/kept-db.ts'
import { latePlace, sealJson, unsealJson } from '../../offline/sealing.ts'
import { type LateBeat, mergedBeats } from './late-beats.ts'
import { LATE_SENT } from './late-sent.ts'
import { ownerKnown, ownerNow } from './owner.ts'

type LateNote = Parameters<typeof client.notes.add>[0]

/** So long ago the shop takes no position for newer. */
const OLDEST_SECONDS = 30 * 86_400
/** Of one batch. */
const MOST_LESSONS = 200

async function keep(kind: 'beat' | 'note', value: LateBeat | LateNote): Promise<void> {
  const owner = await ownerNow()
  if (!owner) throw new Error('Nobody is signed in')
  await kept.put('late', { kind, sealed: await sealJson(owner.key, latePlace(owner), value) })
}

/** Keeps a beat that was made without a network, until the shop has it. */
export const keepBeat = (beat: LateBeat): Promise<void> => keep('beat', beat)

/** Keeps a note in the same way; its key makes it one, however often it is sent. */
export const keepNote = (note: LateNote): Promise<void> => keep('note', note)

async function opened<T>(owner: Owner, kind: 'beat' | 'note'): Promise<{ key: number; value: T }[]> {
  const entries = (await kept.lateEntries()).filter(({ entry }) => entry.kind === kind)
  return Promise.all(
    entries.map(async ({ key, entry }) => ({
      key,
      value: (await unsealJson(owner.key, latePlace(owner), entry.sealed)) as T,
    })),
  )
}

/** What waits, one of each lesson. */
export const lateBeats = async (owner: Owner): Promise<LateBeat[]> =>
  mergedBeats((await opened<LateBeat>(owner, 'beat')).map(({ value }) => value))

/** The notes of a course that wait. */
export async function lateNotes(courseId: string): Promise<LateNote[]> {
  const owner = await ownerKnown()
  const notes = owner ? await opened<LateNote>(owner, 'note') : []
  return notes.map(({ value }) => value).filter(({ course_id }) => course_id === courseId)
}

/** A refusal stays one; anything else may be different a moment later. */
const isFinal = (error: unknown) =>
  isApiError(error) && error.status < 500 && error.status !== 429 && error.status !== 401

async function sendBeats(owner: Owner): Promise<void> {
  const entries = await opened<LateBeat>(owner, 'beat')
  const last = entries.at(-1)
  if (!last) return
  const fresh = { number: owner.number + 1, upTo: last.key }
  const { sending = fresh } = owner
  // Noted first: what is sent again after a lost answer is the same batch under the same number.
  await kept.changeOwner((known) => ({ ...known, sending, number: Math.max(known.number, sending.number) }))
  const mine = entries.filter(({ key }) => key <= sending.upTo)
  const beats = mergedBeats(mine.map(({ value }) => value)).slice(0, MOST_LESSONS)
  const now = Date.now()
  try {
    if (beats.length > 0)
      await client.offline.beats({
        ...{ device: owner.device, number: sending.number },
        beats: beats.map(({ position, ...beat }) => {
          if (!position) return beat
          const { at, ...place } = position
          return { ...beat, position: { ...place, age: Math.min(Math.max(now - at, 0) / 1000, OLDEST_SECONDS) } }
        }),
      })
  } catch (error) {
    if (!isFinal(error)) throw error
  }
  for (const { key } of mine) await kept.delete('late', key)
  const then = await kept.changeOwner((known) => ({ ...known, sending: undefined }))
  if (then && mine.length < entries.length) await sendBeats(then)
}

async function sendNotes(owner: Owner): Promise<void> {
  for (const { key, value } of await opened<LateNote>(owner, 'note')) {
    try {
      await client.notes.add(value)
    } catch (error) {
      if (!isFinal(error)) throw error
    }
    await kept.delete('late', key)
  }
}

/**
 * Sends what was done without a network, once: beats as one batch under a number of this device, notes under their keys. Rejects when the shop
 * cannot be reached; all of it stays then.
 */
export async function sendLate(): Promise<void> {
  // Two tabs send one after the other, and the second finds nothing.
  await navigator.locks.request('late', async () => {
    const owner = await ownerKnown()
    const waits = owner ? (await kept.keys('late')).length > 0 : false
    if (!owner || !waits) return
    await sendBeats(owner)
    await sendNotes(owner)
    window.dispatchEvent(new Event(LATE_SENT))
  })
}
