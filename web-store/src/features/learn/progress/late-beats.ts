import { anew } from '../../../anew.ts'
import type { LateBeat } from '../../../shared/offline/late-beats.ts'

const fetchLate = anew(() => import('../../../shared/offline/offline.ts'), 'sendLate')

let mayWait = true
let sending: Promise<void> | undefined

/**
 * Sends what was done without a network ahead of anything new: a beat of now would take the time that those claim. Never rejects; what could
 * not be sent is tried with the next beat.
 */
export async function lateFirst(): Promise<void> {
  if (!mayWait || !navigator.onLine) return
  sending ??= fetchLate()
    .then(({ sendLate }) => sendLate())
    .then(() => {
      mayWait = false
    })
    .catch(() => undefined)
    .finally(() => {
      sending = undefined
    })
  await sending
}

/** Keeps a beat until there is a network. False where this browser cannot. */
export async function keepLate(beat: LateBeat): Promise<boolean> {
  try {
    await (await fetchLate()).keepBeat(beat)
    mayWait = true
    return true
  } catch {
    return false
  }
}
