import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = {
  editor: /^workshops\.(adminList|create|update)$/,
  support: /^workshops\.(adminList|people|move)$/,
}

/** A seat begins with a payment; `workshops-http.test.ts` pays some. */
export const unreached = ['workshops.choose', 'workshops.calendar', 'workshops.move']

/** The entries of these calls are checked in `workshops-http.test.ts`. */
export const elsewhere = ['workshops.create', 'workshops.update', 'workshops.move', 'workshops.cancel']
