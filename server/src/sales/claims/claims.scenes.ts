import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = { editor: /^claims\.list$/ }

const countries = async ({ server, token }: Parameters<NonNullable<FeatureScenes['scenes']>>[0]) => {
  const owner = server.api(token)
  await owner.settings.update({ body: { claims: { countries: '7' } } })
  const { claims } = await owner.claims.list()
  return claims.find(({ words }) => words === '7 countries')?.claim_id ?? ''
}
const proof = { kind: 'text' as const, text: 'Addresses of our parcels', dated_on: '2026-11-18' }

export const scenes: FeatureScenes['scenes'] = (at) => ({
  'claims.prove': async () => {
    const claim_id = await countries(at)
    return {
      path: `/admin/claims/${claim_id}`,
      body: proof,
      expected: { kind: 'settings', target_id: claim_id, target_name: '7 countries', after: proof },
    }
  },
  'claims.unprove': async () => {
    const claim_id = await countries(at)
    await at.server.api(at.token).claims.prove({ params: { claim_id }, body: proof })
    return { path: `/admin/claims/${claim_id}`, expected: { kind: 'settings', target_id: claim_id, after: null } }
  },
  'claims.hide': async () => ({
    path: '/admin/claims/hide',
    expected: { kind: 'settings', target_id: 'claims', after: { strict: true } },
  }),
})

// A claim is found by the hash of its words.
export const unreached: FeatureScenes['unreached'] = ['claims.prove', 'claims.unprove']
