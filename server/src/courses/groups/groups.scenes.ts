import type { FeatureScenes } from '../../../test/feature-scenes.ts'

/** Telegram has to know the bot; `groups-http.test.ts` has one. */
export const unreached = ['groups.save', 'groups.test', 'groups.webhook', 'groups.join', 'groups.settle']

export const elsewhere = ['groups.save', 'groups.settle', 'groups.test']

export const may: FeatureScenes['may'] = { editor: /^groups\.get$/, finance: /^groups\.get$/ }
