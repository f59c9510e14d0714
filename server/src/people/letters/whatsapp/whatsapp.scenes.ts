import type { FeatureScenes } from '../../../../test/feature-scenes.ts'

export const scenes: FeatureScenes['scenes'] = (_at) => {
  return {
    'whatsapp.save': async () => ({
      path: '/admin/whatsapp',
      body: {
        phone_number_id: '100200300',
        waba_id: '300200100',
        token: 'a-long-access-token',
        app_secret: 'an-app-secret',
        verify_token: 'a-verify-token',
      },
      expected: { kind: 'settings', target_id: 'whatsapp', after: { token: '••••••••oken' } },
    }),
  }
}

export const elsewhere = ['whatsapp.test']

export const round: FeatureScenes['round'] = async ({ owner }) => {
  const whatsapp = {
    phone_number_id: '10000000001',
    waba_id: '10000000002',
    token: 'a-token-of-meta',
    app_secret: 'a-secret-of-meta',
    verify_token: 'a-verify-token',
    api_version: 'v24.0',
    rates: null,
  }
  await owner.whatsapp.save(whatsapp)
  return {
    'whatsapp.save': Object.fromEntries(Object.entries(whatsapp).map(([name, value]) => [name, [value]])),
    'whatsapp.verify': {
      'hub.mode': ['subscribe'],
      'hub.verify_token': ['a-verify-token'],
      'hub.challenge': ['12345'],
    },
  }
}

// An event of Meta needs a signature.
export const unreached = ['whatsapp.webhook']

export const ungenerated = ['whatsapp.templates']

export const may: FeatureScenes['may'] = { editor: /^whatsapp\.templates$/ }
