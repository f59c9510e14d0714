import { create } from 'zustand'
import { type AdminInfo, storage } from '../stores/storage.ts'

type AdminSessionState = {
  token: string | undefined
  tokenType: string
  info: AdminInfo | undefined
}

const KEYS = ['admin_token', 'admin_token_type', 'admin_info'] as const
const signedOut: AdminSessionState = { token: undefined, tokenType: 'bearer', info: undefined }

function stored(): AdminSessionState {
  const token = storage.read('admin_token')
  if (!token) return signedOut
  return { token, tokenType: storage.read('admin_token_type') ?? 'bearer', info: storage.read('admin_info') }
}

/** Who administers the shop, as this browser knows it. Change it with the functions of `adminSession`. */
export const useAdminSession = create<AdminSessionState>(stored)

/** Follows the other tabs, which share the storage. Lasts as long as the page. */
storage.watch(KEYS, () => useAdminSession.setState(stored()))

export const adminSession = {
  signIn({ email, token, tokenType = 'bearer' }: { email: string; token: string; tokenType?: string }): void {
    const info: AdminInfo = { email, isAdmin: true }
    storage.write('admin_token', token)
    storage.write('admin_token_type', tokenType)
    storage.write('admin_info', info)
    useAdminSession.setState({ token, tokenType, info })
  },

  /** Removes token, token type and info. */
  signOut(): void {
    storage.remove(...KEYS)
    useAdminSession.setState(signedOut)
  },

  /** The authorization header's value, or undefined without a token. */
  authorization(): string | undefined {
    const { token, tokenType } = useAdminSession.getState()
    return token ? `${tokenType} ${token}` : undefined
  },
}
