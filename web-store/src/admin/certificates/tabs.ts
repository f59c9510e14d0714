import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'certificates',
    label: 'Certificates',
    place: 'teach',
    at: 155,
    roles: ['editor'],
    file: 'certificates/CertificatesTab.tsx',
    tool: 'Give students a certificate when they finish a course.',
    words: 'layout signature look design verify qr',
  }),
] as const
