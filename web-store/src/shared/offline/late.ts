import { client } from '../../api/client.ts'
import { type Owner, offlineDb } from '../../offline/offline-db.ts'
import { type LateBeat, mergedBeats } from './late-beats.ts'
import { isFinal, type LateNote, openLate, storeLate } from './late-queue.ts'
import { LATE_SENT } from './late-sent.ts'
import { sendTries } from './late-tries.ts'
import { ownerKnown } from './owner.ts'

/** So long ago the shop takes no position for newer. */
const OLDEST_SECONDS = 30 * 86_400
const MOST_LESSONS = 200

/** Stores a beat made without a network. */
export const storeBeat = (beat: LateBeat): Promise<void> => storeLate('beat', beat)

/** Stores a note made without a network; its key makes it one, however often it is sent. */
export const storeNote = (note: LateNote): Promise<void> => storeLate('note', note)

/** Returns the waiting beats, one per lesson. */
export const lateBeats = async (owner: Owner): Promise<LateBeat[]> =>
  mergedBeats((await openLate(owner, 'beat')).map(({ value }) => value))

/** The notes of a course that wait. */
export async function lateNotes(courseId: string): Promise<LateNote[]> {
  const owner = await ownerKnown()
  const notes = owner ? await openLate(owner, 'note') : []
  return notes.map(({ value }) => value).filter(({ course_id }) => course_id === courseId)
}

/** Returns the number sent. */
async function sendBeats(owner: Owner): Promise<number> {
  const entries = await openLate(owner, 'beat')
  const last = entries.at(-1)
  if (!last) return 0
  const fresh = { number: owner.number + 1, upTo: last.key }
  const { sending = fresh } = owner
  // Noted first: what is sent again after a lost answer is the same batch under the same number.
  await offlineDb.changeOwner((known) => ({ ...known, sending, number: Math.max(known.number, sending.number) }))
  const mine = entries.filter(({ key }) => key <= sending.upTo)
  const beats = mergedBeats(mine.map(({ value }) => value)).slice(0, MOST_LESSONS)
  const now = Date.now()
  try {
    if (beats.length > 0)
      await client.offline.beats({
        device: owner.device,
        number: sending.number,
        beats: beats.map(({ position, ...beat }) => {
          if (!position) return beat
          const { at, ...place } = position
          return { ...beat, position: { ...place, age: Math.min(Math.max(now - at, 0) / 1000, OLDEST_SECONDS) } }
        }),
      })
  } catch (error) {
    if (!isFinal(error)) throw error
  }
  for (const { key } of mine) await offlineDb.delete('late', key)
  const then = await offlineDb.changeOwner((known) => ({ ...known, sending: undefined }))
  if (then && mine.length < entries.length) await sendBeats(then)
  return entries.length
}

async function sendNotes(owner: Owner): Promise<number> {
  const notes = await openLate(owner, 'note')
  for (const { key, value } of notes) {
    try {
      await client.notes.add(value)
    } catch (error) {
      if (!isFinal(error)) throw error
    }
    await offlineDb.delete('late', key)
  }
  return notes.length
}

/**
 * Sends what was done without a network, once: beats as one batch under a number of this device, notes and answers under their keys. Rejects
 * when the shop cannot be reached; what it has not had stays then.
 */
export async function sendLate(): Promise<void> {
  // Two tabs send one after the other, and the second finds nothing.
  await navigator.locks.request('late', async () => {
    const owner = await ownerKnown()
    if (!owner) return
    const sent = (await sendBeats(owner)) + (await sendNotes(owner)) + (await sendTries(owner))
    if (sent > 0) window.dispatchEvent(new Event(LATE_SENT))
  })
}
