import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = { support: /^orderMoves\.move$/ }

/** It needs a paid order; `order-moves-http.test.ts` moves some. */
export const unreached = ['orderMoves.move']
export const elsewhere = ['orderMoves.move']
