import { useSyncExternalStore } from 'react'

/**
 * How far a video is that this window prepares. `part`: 0 to 1 of all its qualities. `problem` is why it stands still, `cannot` that
 * it will not go in this browser; `ready` that its set is there.
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

/** How far this video is, while this window prepares it or after it could not; undefined else. */
export const usePreparing = (mediaId: string): Preparing | undefined =>
  useSyncExternalStore(subscribe, () => states.get(mediaId))

/** Of one that is under way or ready. */
export const preparingText = (preparing: Preparing): string =>
  preparing.ready
    ? 'Video processed'
    : preparing.waiting
      ? 'Waiting for the video before it'
      : `Processing on this computer, ${preparingPercent(preparing)} %`

/** Whole percent; what is not over never shows as whole. */
export const preparingPercent = ({ part }: Pick<Preparing, 'part'>): number => Math.min(Math.floor(part * 100), 99)
