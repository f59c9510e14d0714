import { isApiError } from '../../api/client.ts'

const TRIES = 4
/** Not all at the same moment: who were refused together come back apart. */
const waitMs = () => 2_000 + Math.random() * 2_000

/**
 * Makes a call, and makes it again a few seconds later while the shop says that it is asked too much at once; for calls that change nothing the
 * second time. Rejects with the last refusal after four tries.
 */
export async function whileBusy<T>(
  call: () => Promise<T>,
  rest = () => new Promise<void>((resolve) => setTimeout(resolve, waitMs())),
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === TRIES || !isApiError(error) || error.code !== 'unavailable') throw error
      await rest()
    }
  }
}
