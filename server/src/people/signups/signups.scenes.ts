import type { FeatureScenes } from '../../../test/feature-scenes.ts'

/** Nobody signs up without the ticked box. */
export const round: FeatureScenes['round'] = async () => ({ 'signups.ask': { news: [true] } })
