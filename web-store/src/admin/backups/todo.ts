import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { agoText } from '../lists/ago-text.ts'
import { type TodoOf, withoutStop } from '../lists/todo-words.ts'

export const todo: TodoOf = {
  backup: (line) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    short: 'the backup',
    title: line.words ? 'The last backup failed' : 'The last backup is old',
    detail: `${line.words ? `${withoutStop(line.words)}. ` : ''}${line.since ? `The last good one ran ${agoText(line.since)}.` : 'There is no good one yet.'}`,
    action: 'Open Backups',
    to: adminPaths.tab('backups'),
  }),
}
