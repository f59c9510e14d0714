import type { FeatureScenes } from '../../../test/feature-scenes.ts'

/** A shop begins without pay links, and the tests beside these calls switch them on: what generated requests name is not there. */
export const unreached = [
  'payLinks.add',
  'payLinks.resend',
  'payLinks.cancel',
  'payLinks.price',
  'payLinks.saveSettings',
]

export const elsewhere = ['payLinks.add', 'payLinks.resend', 'payLinks.cancel', 'payLinks.saveSettings']

export const may: FeatureScenes['may'] = {
  support: /^payLinks\.(settings|list|price|add|resend|cancel)$/,
  finance: /^payLinks\.(settings|list|price)$/,
}
