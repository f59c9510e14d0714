import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = {
  support: /^memberships\.(ofOrder|end)$/,
  finance: /^(memberships\.(list|ofOrder)|exports\.members)$/,
}

/** `memberships-http.test.ts` joins some. */
export const unreached = [
  'memberships.start',
  'memberships.cancel',
  'memberships.save',
  'memberships.remove',
  'memberships.end',
]

/** The entries of these calls are checked in `memberships-http.test.ts`. */
export const elsewhere = ['memberships.add', 'memberships.save', 'memberships.remove', 'memberships.end']
