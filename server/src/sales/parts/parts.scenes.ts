import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = {
  support: /^parts\.(board|ofOrder|remind|move)$/,
  finance: /^parts\.(board|ofOrder|remind|move|end)$/,
}

/** A plan begins with a payment; `parts-http.test.ts` pays some. */
export const unreached = ['parts.get', 'parts.pay', 'parts.wish', 'parts.remind', 'parts.move', 'parts.end']

/** The entries of these calls are checked in `parts-http.test.ts`. */
export const elsewhere = ['parts.remind', 'parts.move', 'parts.end']
