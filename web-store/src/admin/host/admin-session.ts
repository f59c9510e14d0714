import { create } from 'zustand'
import type { SessionStore, StoredSession } from './platform.tsx'

type AdminSessionState = {
  session: StoredSession | undefined
  /** False until the host has answered what it keeps. */
  ready: boolean
}

/** Holds the admin of the shop. Change it with the functions of `adminSession`. */
export const useAdminSession = create<AdminSessionState>(() => ({ session: undefined, ready: false }))

let sessionStore: SessionStore | undefined

function storeSession(session: StoredSession | undefined): void {
  sessionStore?.write(session)
  useAdminSession.setState({ session })
}

export const adminSession = {
  /** Reads what the host keeps, and follows it. Answers how to stop. */
  start(stored: SessionStore): () => void {
    sessionStore = stored
    const known = (session?: StoredSession) => useAdminSession.setState({ session, ready: true })
    // A host that cannot read its store has nobody, who then logs in.
    void stored.read().then(known, () => known())
    return stored.watch((session) => useAdminSession.setState({ session }))
  },

  signIn({ email, token, tokenType = 'bearer' }: { email: string; token: string; tokenType?: string }): void {
    storeSession({ email, token, tokenType })
  },

  /** Removes token, token type and info. */
  signOut: () => storeSession(undefined),

  /** The authorization header's value, or undefined without a token. */
  authorization(): string | undefined {
    const { session } = useAdminSession.getState()
    return session && `${session.tokenType} ${session.token}`
  },
}

/** Returns true with a token, which the console requires. */
export const isAdmin = ({ session }: AdminSessionState): boolean => session !== undefined
