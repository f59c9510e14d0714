import { isApiError } from '../api/client.ts'

/** Stops a save that is to be decided first: somebody else's edit came before it. */
export class ToDecide extends Error {}

/** Runs a save that names the version it began with; when that one is stale, `onStale` says what happens instead of an error. */
export async function saveOver<T>(save: () => Promise<T>, onStale: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!isApiError(error) || error.code !== 'edit_conflict') throw error
    return onStale()
  }
}

/** The header that names the version a save began with; none when there is none. */
export const ifMatch = (version: string | undefined) => (version ? { 'if-match': version } : {})
