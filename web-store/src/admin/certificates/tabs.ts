import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'certificates',
    label: 'Certificates',
    place: 'courses',
    at: 155,
    roles: ['editor'],
    file: 'certificates/CertificatesTab.tsx',
    words: 'layout signature look design verify qr',
  }),
] as const
