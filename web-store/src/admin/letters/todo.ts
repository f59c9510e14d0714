import { dateTimeText } from '../../ui/format.ts'
import { IconMail } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { counted, type TodoOf, withoutStop } from '../lists/todo-words.ts'
import { tabPath } from '../tabs/tab-path.ts'

export const todo: TodoOf = {
  reports: (line) => ({
    icon: IconMail,
    tone: 'buy',
    short: counted(line, 'unread report'),
    title: `${counted(line, 'report', 'reports')} about emails could not be read or matched`,
    detail: line.since ? `Since ${dateTimeText(line.since)}. ${withoutStop(line.words)}.` : '',
    action: 'Open emails',
    to: tabPath('letters', { pace: '1' }) ?? adminPaths.home,
  }),
}
