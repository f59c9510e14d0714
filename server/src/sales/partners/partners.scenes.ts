import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = {
  finance: /^(partners\.(?!mine|savePayee|add|update)|exports\.partner(Payouts|Tds))/,
}

/** Nobody is a partner at first; `partners-http.test.ts` adds some, and checks what the activity says of them. */
export const unreached = ['partners.update', 'partners.paid', 'partners.mine', 'partners.savePayee']
export const elsewhere = ['partners.add', 'partners.update', 'partners.paid', 'partners.saveTds']
