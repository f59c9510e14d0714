import { generateKeyPairSync } from 'node:crypto'
import type { FeatureScenes } from '../../../test/feature-scenes.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const service_account = JSON.stringify({
  type: 'service_account',
  client_email: 'shop@project.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})
const settings = { spreadsheet_id: '1aBcDeFgHiJkLmNoP', sheet: 'Orders', rows: 'orders' as const }
const body = { service_account, ...settings }

export const scenes: FeatureScenes['scenes'] = (at) => ({
  'sheet.save': async () => ({
    path: '/admin/sheet',
    body,
    expected: {
      kind: 'settings',
      target_id: 'sheet',
      after: { ...settings, service_account: 'shop@project.iam.gserviceaccount.com' },
    },
  }),
  'sheet.remove': async () => {
    await at.server.api(at.token).sheet.save(body)
    return { path: '/admin/sheet', expected: { kind: 'settings', target_id: 'sheet', after: null } }
  },
})

// Needs a stand-in of Google.
export const elsewhere = ['sheet.test']

export const round: FeatureScenes['round'] = async () => ({
  'sheet.save': {
    service_account: [service_account],
    spreadsheet_id: [settings.spreadsheet_id],
    sheet: [settings.sheet],
    rows: ['orders'],
  },
})
