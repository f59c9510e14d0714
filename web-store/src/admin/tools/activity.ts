import { own, type Sentences } from '../activity/phrases.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { tabs } from '../tabs/tabs.ts'

export const activity: Sentences = {
  'admins.showAll': own('changed their own menu'),
  'admins.useTool': ({ after }) => {
    const [tool, used] = Object.entries(after ?? {})[0] ?? []
    const label = tabs.find(({ id }) => id === tool)?.label ?? tool
    return {
      did: used ? `added ${label} to` : `removed ${label} from`,
      thing: 'the menu',
      to: adminPaths.tab('tools'),
      whole: true,
    }
  },
}
