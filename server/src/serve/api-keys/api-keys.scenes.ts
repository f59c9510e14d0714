import { expect } from 'vitest'
import type { FeatureScenes } from '../../../test/feature-scenes.ts'

const body = { name: 'Google Sheet', scopes: ['orders:read' as const] }

export const scenes: FeatureScenes['scenes'] = (at) => ({
  'apiKeys.create': async () => ({
    path: '/admin/api_keys',
    body,
    expected: {
      kind: 'other',
      target_name: 'Google Sheet',
      after: { scopes: ['orders:read'], start: expect.stringMatching(/^shk_live_.{4}$/), expires_on: null },
    },
  }),
  'apiKeys.revoke': async () => {
    const { key_id } = await at.server.api(at.token).apiKeys.create(body)
    return { path: `/admin/api_keys/${key_id}`, expected: { kind: 'other', target_id: key_id, after: null } }
  },
})

export const round: FeatureScenes['round'] = async ({ owner, server, tag }) => {
  await server.db('api_keys').delete()
  const { key_id } = await owner.apiKeys.create({ name: `Key ${tag()}`, scopes: ['orders:read'] })
  return { 'apiKeys.revoke': { key_id: [key_id] } }
}
