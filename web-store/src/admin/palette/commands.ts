import type { AdminRole } from 'contract/define-call'
import type { SearchHit } from 'contract/overview'
import { hasEveryWord } from 'contract/search-words'
import { adminPaths } from '../host/admin-paths.ts'
import { settingsSections } from '../settings/settings-index.ts'
import type { Found } from '../tabs/tab.ts'
import { tabPath } from '../tabs/tab-path.ts'
import { tabsOf } from '../tabs/tabs.ts'

/** One thing the palette can do: go somewhere, or act. `words` find it besides its title. */
export type Command = { id: string; title: string; detail: string; to: string; words?: string; act?: () => void }

type Fixed = { title: string; detail: 'Action' | 'Setting' | 'Part'; tab: string; to: string; words: string }

/** Cards and rows of all folders. */
export type FoundFile = { found: readonly Found[] }
const found = Object.values(import.meta.glob<FoundFile>('../*/found.ts', { eager: true })).flatMap(
  (folder) => folder.found,
)

/** `tab` may be of a feature that is deleted: then no role has it, and the command is left out. */
const action = (title: string, tab: string, words: string, params: Record<string, string> = {}): Fixed => ({
  title,
  detail: 'Action',
  tab,
  words,
  to: tabPath(tab, params) ?? adminPaths.home,
})

/** Commands that an admin searches by name, on any tab. */
const fixed: readonly Fixed[] = [
  action('Add course', 'addcourse', 'new create'),
  action('Add bundle', 'addbundle', 'new create several courses package combo'),
  action('Add promo code', 'promocodes', 'new create coupon discount', { new: '1' }),
  action('Write an email', 'letter', 'new email campaign newsletter broadcast'),
  action('Automatic emails', 'letters', 'letters sequence unpaid order abandoned cart reminder welcome drip'),
  action('Sending speed and bounces', 'letters', 'bounces complaints limit an hour', { pace: '1' }),
  action('WhatsApp settings', 'letters', 'meta cloud api number templates', { whatsapp: '1' }),
  action('Add offer at checkout', 'offers', 'new create bump upsell order', { new: '1' }),
  action('Upload files', 'media', 'picture video image banner'),
  action('Move in from another platform', 'movein', 'import students orders csv excel xlsx list graphy teachable'),
  action('Draft courses', 'courses', 'unpublished hidden', { status: 'draft' }),
  action('Bin of deleted courses', 'courses', 'restore trash deleted', { status: 'deleted' }),
  action('Add admin', 'admins', 'team role editor support invite', { new: '1' }),
  action('Export documents by month', 'invoices', 'accountant csv books gst'),
  action('Payouts by month', 'payouts', 'settlement bank fees utr reconciliation'),
  ...settingsSections.map(
    ({ id, title, words }): Fixed => ({
      title: `Settings: ${title}`,
      detail: 'Setting',
      tab: 'settings',
      words,
      to: adminPaths.tab('settings', { section: id }),
    }),
  ),
  ...found.map(
    ({ title, words, tab, params }): Fixed => ({
      title,
      detail: 'Part',
      tab,
      words,
      to: tabPath(tab, params) ?? adminPaths.home,
    }),
  ),
]

/** The tabs of a role, and what it may do and set. */
export function fixedCommands(role: AdminRole | undefined): Command[] {
  const own = tabsOf(role)
  const open = new Set<string>(own.map(({ id }) => id))
  return [
    ...own
      .filter((tab) => !tab.place.startsWith('under ') || 'alone' in tab)
      .map(({ id, label, words, tool = '' }) => {
        return { id: `tab-${id}`, title: label, detail: 'Tab', words: `${words} ${tool}`, to: adminPaths.tab(id) }
      }),
    ...fixed.filter(({ tab }) => open.has(tab)).map(({ tab: _, ...rest }) => ({ id: `go-${rest.title}`, ...rest })),
  ]
}

/** Returns true if each typed word is in the title or the words beside it. */
export const matches = ({ title, words = '' }: Pick<Command, 'title' | 'words'>, typed: string): boolean =>
  hasEveryWord(`${title} ${words}`, typed)

/** Links each kind of thing to its screen. */
const places: Record<SearchHit['kind'], (hit: SearchHit) => string> = {
  course: ({ id }) => adminPaths.editCourse(id),
  user: ({ id }) => adminPaths.student(id),
  order: ({ id }) => adminPaths.tab('orders', { order: id }),
  promocode: ({ title }) => adminPaths.tab('promocodes', { q: title }),
}

export const hitCommands = (hits: readonly SearchHit[]): Command[] =>
  hits.map((hit) => ({ id: `${hit.kind}-${hit.id}`, title: hit.title, detail: hit.detail, to: places[hit.kind](hit) }))
