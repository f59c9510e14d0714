import type { FeatureScenes } from '../../../test/feature-scenes.ts'

const pixel = { account: '123456789012', secret: 'a-secret-of-meta', test_code: 'TEST1' }

export const scenes: FeatureScenes['scenes'] = () => ({
  'ads.save': async () => ({
    path: '/admin/conversions/meta',
    body: { account: '1234567890', secret: 'a-long-access-token', active: true },
    expected: { kind: 'settings', target_id: 'meta', after: { account: '1234567890', secret: '••••••••oken' } },
  }),
})

export const elsewhere = ['ads.test']

export const round: FeatureScenes['round'] = async ({ owner }) => {
  await owner.ads.save({ params: { channel: 'meta' }, body: { ...pixel, active: true } })
  return {
    'ads.save': {
      ...Object.fromEntries(Object.entries(pixel).map(([name, value]) => [name, [value]])),
      channel: ['meta'],
    },
    'ads.test': { channel: ['meta'] },
  }
}
