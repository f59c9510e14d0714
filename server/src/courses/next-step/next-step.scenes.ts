import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const may: FeatureScenes['may'] = { editor: /^nextSteps\.count$/, support: /^nextSteps\.count$/ }

/** A student of the course alone presses. */
export const round: FeatureScenes['round'] = async ({ course_id }) => ({
  'nextSteps.press': { course_id: [course_id] },
})
