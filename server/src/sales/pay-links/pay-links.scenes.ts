import type { FeatureScenes } from '../../../test/feature-scenes.ts'

/** A shop begins without pay links; the tests beside these calls switch them on. */
export const unreached = ['payLinks.add', 'payLinks.resend', 'payLinks.cancel']

export const round: FeatureScenes['round'] = async () => ({ 'payLinks.saveSettings': { on: [false] } })

export const elsewhere = ['payLinks.add', 'payLinks.resend', 'payLinks.cancel', 'payLinks.saveSettings']

export const may: FeatureScenes['may'] = {
  support: /^payLinks\.(settings|list|price|add|resend|cancel)$/,
  finance: /^payLinks\.(settings|list|price)$/,
}
