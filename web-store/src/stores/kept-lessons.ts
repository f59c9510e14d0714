import { create } from 'zustand'

type Kept = {
  /** Of lessons that play here without a network. */
  ids: ReadonlySet<string>
  /** Something is kept, also what is not whole or may not be played any more. */
  any: boolean
}

/** What this browser keeps, as the keeper says that is fetched when the page rests. */
export const useKeptIds = create<Kept>(() => ({ ids: new Set(), any: false }))
