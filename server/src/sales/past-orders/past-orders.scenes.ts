import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = { support: /^pastOrders\./, finance: /^(pastOrders\.|exports\.pastOrders$)/ }
