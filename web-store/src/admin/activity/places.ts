import { adminPaths } from '../host/admin-paths.ts'

type Place = (id: string, name: string | null) => string

const byName: (tab: 'promocodes' | 'media') => Place = (tab) => (id, name) => adminPaths.tab(tab, { q: name ?? id })

/** Where each kind of thing is shown. */
export const places: Record<string, Place | undefined> = {
  course: (id) => adminPaths.editCourse(id),
  lessons: (id) => adminPaths.lessons(id),
  promocode: byName('promocodes'),
  media: byName('media'),
  user: (id) => adminPaths.student(id),
  order: (id) => adminPaths.tab('orders', { order: id }),
  gateway: () => adminPaths.tab('payment'),
  settings: (id) => (id === 'tax' ? adminPaths.tab('invoices', { view: 'gst' }) : adminPaths.tab('settings')),
  admin: () => adminPaths.tab('admins'),
  ticket: (id) => (id.startsWith('Q-') ? adminPaths.question(id.slice(2)) : adminPaths.tab('inbox', { ticket: id })),
}
