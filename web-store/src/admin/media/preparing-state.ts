import { useSyncExternalStore } from 'react'

/**
 * The progress of a video that this window processes. `part`: 0 to 1 of all its qualities. `problem` is the reason of a stop, `cannot` that
 * this browser never can; `ready` that its set is there.
 */
export type Preparing = { part: number; waiting?: boolean; problem?: string; cannot?: boolean; ready?: boolean }

let states: ReadonlyMap<string, Preparing> = new Map()
const listeners = new Set<() => void>()

export function notePreparing(mediaId: string, state: Preparing | undefined): void {
  const next = new Map(states)
  if (state) next.set(mediaId, state)
  else next.delete(mediaId)
  states = next
  for (const listener of listeners) listener()
}

export const preparingOf = (mediaId: string): Preparing | undefined => states.get(mediaId)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the progress of a video while this window processes it or after a failure; undefined otherwise. */
export const usePreparing = (mediaId: string): Preparing | undefined =>
  useSyncExternalStore(subscribe, () => states.get(mediaId))

/** Describes a video that is processed or ready. */
export const preparingText = (preparing: Preparing): string =>
  preparing.ready
    ? 'Video processed'
    : preparing.waiting
      ? 'Waiting for the video before it'
      : `Processing on this computer, ${preparingPercent(preparing)} %`

/** Whole percent; what is not over never shows as whole. */
export const preparingPercent = ({ part }: Pick<Preparing, 'part'>): number => Math.min(Math.floor(part * 100), 99)
