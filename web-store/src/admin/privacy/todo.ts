import { shopNow } from '../../stores/shop-clock.ts'
import { dateText } from '../../ui/format.ts'
import { IconClock } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { counted, type TodoOf } from '../lists/todo-words.ts'
import { tabPath } from '../tabs/tab-path.ts'

export const todo: TodoOf = {
  privacy: (line) => ({
    icon: IconClock,
    tone: 'danger',
    short: counted(line, 'privacy request'),
    title: `Answer ${line.count === 1 ? 'a privacy request' : counted(line, 'privacy request')}`,
    detail: line.until
      ? `Due ${Date.parse(line.until) > shopNow().getTime() ? 'by' : 'since'} ${dateText(new Date(Date.parse(line.until) - 1000))}.`
      : '',
    action: 'Open requests',
    to: tabPath('privacy') ?? adminPaths.home,
  }),
}
