import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const round: FeatureScenes['round'] = async ({ ids }) => ({
  'coins.usable': { 'course_ids[]': ids.slice(0, 1), promocode: [null], offer: [null] },
})
