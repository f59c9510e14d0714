import { refetchStale } from '../../refetch-stale.ts'

// The library comes with the first passkey that is made or used; whoever asks says so when it does not, and asks again.
const library = refetchStale(() => import('@simplewebauthn/browser'), 'startAuthentication')

type Json = Record<string, unknown>

/** Asks the browser for one of the admin's passkeys. Rejects when there is none here, or the admin thinks better of it. */
export async function requestPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await library()
  return (await startAuthentication({ optionsJSON: options as never })) as unknown as Json
}

/** Lets the browser make one. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await library()
  return (await startRegistration({ optionsJSON: options as never })) as unknown as Json
}
