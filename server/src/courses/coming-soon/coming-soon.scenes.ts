import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = { editor: /^interest\.count$/, support: /^interest\.count$/ }
