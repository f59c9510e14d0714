import { create } from 'zustand'

/**
 * The progress of a video that this window processes. `part`: 0 to 1 of all its qualities. `problem` is the reason of a stop, `cannot` that
 * this browser never can; `ready` that its set is there.
 */
export type Preparing = { part: number; waiting?: boolean; problem?: string; cannot?: boolean; ready?: boolean }

const usePreparings = create<{ readonly [id: string]: Preparing | undefined }>(() => ({}))

export const notePreparing = (id: string, state: Preparing | undefined): void => usePreparings.setState({ [id]: state })

export const preparingOf = (id: string): Preparing | undefined => usePreparings.getState()[id]

/** Reads the progress of a video while this window processes it or after a failure; undefined otherwise. */
export const usePreparing = (id: string): Preparing | undefined => usePreparings((all) => all[id])

/** Describes a video that is processed or ready. */
export const preparingText = (preparing: Preparing): string =>
  preparing.ready
    ? 'Video processed'
    : preparing.waiting
      ? 'Waiting for the video before it'
      : `Processing on this computer, ${preparingPercent(preparing)} %`

/** Whole percent; what is not over never shows as whole. */
export const preparingPercent = ({ part }: Pick<Preparing, 'part'>): number => Math.min(Math.floor(part * 100), 99)
