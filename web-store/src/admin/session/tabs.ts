import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'password',
    label: 'Security',
    place: 'account',
    at: 350,
    roles: ['editor', 'support', 'finance'],
    file: 'session/SignInTab.tsx',
    words: 'passkey two factor authenticator totp recovery codes devices log out sessions change password second step',
  }),
] as const
