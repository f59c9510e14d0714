import { create } from 'zustand'

type Downloads = {
  /** Lessons that play here without a network. */
  ids: ReadonlySet<string>
  /** Something is stored, even incomplete or no longer playable. */
  any: boolean
}

/** Names the downloads of this browser; filled by the feature that stores them. */
export const useDownloadedIds = create<Downloads>(() => ({ ids: new Set(), any: false }))
