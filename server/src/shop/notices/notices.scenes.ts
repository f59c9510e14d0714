import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const scenes: FeatureScenes['scenes'] = () => ({
  'notices.publish': async () => {
    const text = { lead: 'Words', lines: [{ data: 'Email', purpose: 'To write', enables: 'Letters' }] }
    const body = { after: 1, texts: { en: text, hi: text, mr: text } }
    const target = { target_id: 'notice', target_name: 'Privacy notice, version 2' }
    return { path: '/admin/notice', body, expected: target }
  },
})

/** A version follows the one that the caller read. */
export const unreached = ['notices.publish']
