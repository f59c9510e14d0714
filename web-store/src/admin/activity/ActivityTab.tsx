import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ActivityKind } from 'contract/activity'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import type { Column } from '../lists/column.ts'
import { ListTab } from '../lists/ListTab.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { Changes } from './Changes.tsx'
import type { Entry, Phrase, Sentences } from './phrases.ts'

type Place = (id: string, name: string | null) => string

const byName: (tab: 'promocodes' | 'media') => Place = (tab) => (id, name) => adminPaths.tab(tab, { q: name ?? id })

/** Links each kind of thing to its screen. */
const places: Record<string, Place | undefined> = {
  course: (id) => adminPaths.editCourse(id),
  lessons: (id) => adminPaths.lessons(id),
  promocode: byName('promocodes'),
  offer: (_, name) => adminPaths.tab('offers', { q: name ?? '' }),
  media: byName('media'),
  user: (id) => adminPaths.student(id),
  order: (id) => adminPaths.tab('orders', { order: id }),
  gateway: () => adminPaths.tab('payment'),
  settings: (id) => (id === 'tax' ? adminPaths.tab('invoices', { view: 'gst' }) : adminPaths.tab('settings')),
  admin: () => adminPaths.tab('admins'),
  ticket: (id) => (id.startsWith('Q-') ? adminPaths.question(id.slice(2)) : adminPaths.tab('inbox', { ticket: id })),
}

/** Splits a sentence: `Priya` `changed the price of` `Reels` `from ₹499 to ₹599`. The thing is apart because it is a link. */
type Sentence = {
  who: string
  did: string
  thing: string
  rest: string
  /** The address of the thing; undefined if it is deleted or has no screen. */
  to: string | undefined
  /** True if the sentence is complete, so that no list of fields follows. */
  whole: boolean
}

export type ActivityFile = { activity: Sentences }
const found = import.meta.glob<ActivityFile>('../*/activity.ts', { eager: true })
const sentences: Sentences = Object.assign({}, ...Object.values(found).map(({ activity }) => activity))

/** Describes an entry of the activity. A call without a sentence is named by its summary. */
export function sentenceOf(entry: Entry): Sentence {
  const { call, action, kind, target_id, target_name, admin } = entry
  const phrase: Phrase = sentences[call]?.(entry) ?? { did: `used “${action}”` }
  const to = phrase.to === undefined ? target_id !== null && places[kind]?.(target_id, target_name) : phrase.to
  const thing = phrase.thing ?? target_name ?? target_id ?? ''
  return {
    who: admin.name || admin.email,
    did: phrase.did,
    thing,
    rest: phrase.rest ?? '',
    // A link without words leads nobody.
    to: (thing !== '' && to) || undefined,
    whole: phrase.whole ?? false,
  }
}

/** Returns the words after the thing, with the space that they need. */
export const restText = (rest: string): string => (rest === '' || rest.startsWith(':') ? rest : ` ${rest}`)

/** Describes a write in words. */
export const kinds: Record<ActivityKind, string> = {
  course: 'Courses',
  lessons: 'Lessons',
  promocode: 'Promo codes',
  offer: 'Offers',
  media: 'Media',
  user: 'Students',
  order: 'Orders',
  gateway: 'Payment',
  settings: 'Settings',
  admin: 'Admins',
  ticket: 'Inbox',
  letter: 'Emails',
  export: 'Exports',
  other: 'Other',
}

/** The kind that an address names; undefined for what is none. */
export const kindOf = (text: string): ActivityKind | undefined =>
  (Object.keys(kinds) as ActivityKind[]).find((kind) => kind === text)

function What({ entry }: { entry: Entry }) {
  const { who, did, thing, rest, to, whole } = sentenceOf(entry)
  return (
    <chakra.div overflowWrap="anywhere">
      <b title={entry.admin.email}>{who}</b> {did} {to ? <TextLink to={to}>{thing}</TextLink> : thing && <b>{thing}</b>}
      {restText(rest)}
      {!whole && <Changes before={entry.before} after={entry.after} />}
    </chakra.div>
  )
}

const columns: Column<Entry>[] = [
  { head: 'What', lead: true, cell: (entry) => <What entry={entry} /> },
  { head: 'When', cell: ({ at }) => <chakra.span whiteSpace="nowrap">{dateTimeText(at)}</chakra.span> },
]

/** Lists the changes of all admins, newest first, each in a sentence. */
export default function ActivityTab() {
  const list = useListParams([])
  const kind = kindOf(list.get('kind'))
  const query = useQuery({
    ...adminApi.activity.list.queryOptions({ input: { ...list.input, ...(kind && { kind }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <ListTab
      title="Activity"
      back={{ to: adminPaths.tab('settings'), label: 'Settings' }}
      search="Search activity"
      tools={
        <chakra.div w={{ base: 'full', lg: '200px' }}>
          <Select aria-label="About" value={kind ?? ''} onChange={(event) => list.set({ kind: event.target.value })}>
            <option value="">Everything</option>
            {Object.entries(kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </chakra.div>
      }
      caption="Activity"
      list={list}
      query={query}
      rows={query.data?.activity}
      keyOf={({ activity_id }) => String(activity_id)}
      show={columns}
      failed="Failed to load the activity"
      empty={
        <PageMessage icon={IconClock} title={list.q || kind ? 'Nothing found' : 'No changes yet'}>
          Changes by admins appear here.
        </PageMessage>
      }
    />
  )
}
