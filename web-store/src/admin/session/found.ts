import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Second step', words: 'passkey authenticator totp two factor security key', tab: 'password' },
  { title: 'Change password', words: 'new login', tab: 'password' },
  { title: 'Logged-in devices', words: 'sessions log out everywhere', tab: 'password' },
  { title: 'Recovery codes', words: 'lost phone second step', tab: 'password' },
]
