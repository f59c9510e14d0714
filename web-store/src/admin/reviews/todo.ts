import { IconStarFilled } from '../../ui/icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ofPeople, type TodoOf } from '../lists/todo-words.ts'

export const todo: TodoOf = {
  reviews: ofPeople('review', ' without a reply', {
    icon: IconStarFilled,
    action: 'Open reviews',
    to: adminPaths.tab('reviews', { show: 'waiting' }),
  }),
}
