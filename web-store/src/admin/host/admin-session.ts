import { create } from 'zustand'
import type { KeptSession, SessionKeeper } from './platform.tsx'

type AdminSessionState = {
  session: KeptSession | undefined
  /** False until the host has answered what it keeps. */
  ready: boolean
}

/** Holds the admin of the shop. Change it with the functions of `adminSession`. */
export const useAdminSession = create<AdminSessionState>(() => ({ session: undefined, ready: false }))

let keeper: SessionKeeper | undefined

function keep(session: KeptSession | undefined): void {
  keeper?.write(session)
  useAdminSession.setState({ session })
}

export const adminSession = {
  /** Reads what the host keeps, and follows it. Answers how to stop. */
  start(kept: SessionKeeper): () => void {
    keeper = kept
    void kept.read().then((session) => useAdminSession.setState({ session, ready: true }))
    return kept.watch((session) => useAdminSession.setState({ session }))
  },

  signIn({ email, token, tokenType = 'bearer' }: { email: string; token: string; tokenType?: string }): void {
    keep({ email, token, tokenType })
  },

  /** Removes token, token type and info. */
  signOut: () => keep(undefined),

  /** The authorization header's value, or undefined without a token. */
  authorization(): string | undefined {
    const { session } = useAdminSession.getState()
    return session && `${session.tokenType} ${session.token}`
  },
}

/** Returns true with a token, which the console requires. */
export const isAdmin = ({ session }: AdminSessionState): boolean => session !== undefined
