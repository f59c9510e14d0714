import { IconMail } from '../../ui/secondary-icons.ts'
import { IconHelp, IconPencil } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ofPeople, type TodoOf } from '../lists/todo-words.ts'

const kind = (kind: string) => ({ to: adminPaths.tab('inbox', { kind }) })

export const todo: TodoOf = {
  messages: ofPeople('message', '', { icon: IconMail, action: 'Open messages', ...kind('messages') }, 'open message'),
  questions: ofPeople('question', ' without an answer', {
    icon: IconHelp,
    action: 'Open questions',
    ...kind('questions'),
  }),
  assignments: ofPeople('assignment', ' to check', { icon: IconPencil, action: 'Open assignments', ...kind('work') }),
}
