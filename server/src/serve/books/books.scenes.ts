import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = { finance: /^books\./ }

export const elsewhere: FeatureScenes['elsewhere'] = ['books.closeMonth']
