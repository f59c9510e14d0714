import { create } from 'zustand'

type Kept = {
  /** Lessons that play here without a network. */
  ids: ReadonlySet<string>
  /** Something is stored, even incomplete or no longer playable. */
  any: boolean
}

/** Names the downloads of this browser; filled once `shared/offline` is loaded. */
export const useKeptIds = create<Kept>(() => ({ ids: new Set(), any: false }))
