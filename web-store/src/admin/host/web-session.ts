import { storage } from '../../stores/storage.ts'
import type { KeptSession, SessionKeeper } from './platform.tsx'

const KEYS = ['admin_token', 'admin_token_type', 'admin_info'] as const

function stored(): KeptSession | undefined {
  const token = storage.read('admin_token')
  if (!token) return undefined
  return {
    token,
    tokenType: storage.read('admin_token_type') ?? 'bearer',
    email: storage.read('admin_info')?.email ?? '',
  }
}

/** The session in the browser's storage, which all tabs share. */
export const webSession: SessionKeeper = {
  read: async () => stored(),
  write(session) {
    if (!session) return storage.remove(...KEYS)
    storage.write('admin_token', session.token)
    storage.write('admin_token_type', session.tokenType)
    storage.write('admin_info', { email: session.email, isAdmin: true })
  },
  watch: (listener) => storage.watch(KEYS, () => listener(stored())),
}
