import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import { counted, type TodoOf } from '../lists/todo-words.ts'
import { settingsPath } from '../settings/settings-index.ts'

export const todo: TodoOf = {
  group: (line) => ({
    icon: IconAlertTriangle,
    tone: 'danger',
    short: counted(line, 'Telegram group'),
    title: 'Your Telegram groups need you',
    detail: line.words ?? '',
    action: 'Open Telegram',
    to: settingsPath('lessons'),
  }),
}
