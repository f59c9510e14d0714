import type { LiveStep } from 'contract/before-live'
import { about, type Sentences } from '../activity/phrases.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { liveSteps } from './live-steps.ts'

export const activity: Sentences = {
  'overview.mailTest': about('sent', 'a test email'),
  'beforeLive.begin': () => ({
    did: 'removed the demo from',
    thing: 'the shop',
    to: adminPaths.tab('overview'),
    whole: true,
  }),
  'beforeLive.removeTests': () => ({
    did: 'removed the test orders from',
    thing: 'the shop',
    to: adminPaths.tab('orders'),
    whole: true,
  }),
  'beforeLive.settle': ({ after }) => {
    const [step = '', word] = Object.entries(after ?? {})[0] ?? []
    const titles: Record<string, string> = { getting_started: 'Getting started', demo_seen: 'Look around in the demo' }
    const name = `“${step in liveSteps ? liveSteps[step as LiveStep].title : (titles[step] ?? step)}”`
    return {
      did: word === 'settled' ? `dismissed ${name} from the list` : `restored ${name} to the list`,
      thing: 'what to do next',
      to: adminPaths.tab('overview'),
      whole: true,
    }
  },
}
