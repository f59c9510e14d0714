import { useQuery } from '@tanstack/react-query'
import { hasEveryWord } from 'contract/search-words'
import { changesOf } from 'contract/shop/defaults'
import type { Settings } from 'contract/shop/settings'
import { useEffect, useRef, useState } from 'react'
import { get } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { IconChevronDown } from '../../ui/secondary-icons.ts'
import { useDraftsAmong } from '../forms/editor-drafts.ts'
import { Muted } from '../forms/form-parts.tsx'
import { wordsOf } from '../forms/version-parts.ts'
import { adminApi } from '../host/admin-api.ts'
import { IconChevronUp } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { SectionNav, UnsavedDot } from '../shell/SectionNav.tsx'
import { tabs } from '../tabs/tabs.ts'
import { settingsDraft } from './SettingsEditor.tsx'
import { labelledSettings } from './setting-labels.ts'
import { type SettingsSectionId, settingsPath, settingsSections } from './settings-index.ts'

const Group = chakra('span', {
  base: {
    display: { base: 'none', lg: 'block' },
    px: '3',
    pt: '2.5',
    pb: '1',
    textStyle: 'sm',
    fontWeight: '550',
    color: 'fg.muted',
  },
})

const Fold = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    px: '3',
    minH: '10',
    mt: { lg: '2' },
    borderRadius: '8px',
    fontSize: '.9375rem',
    fontWeight: '550',
    color: 'action.fg',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
  },
})

/** The groups of the index. The sections of the pages are listed with the pages. */
const GROUPS = ['Shop', 'Selling', 'Teaching', 'Law', 'Team', 'Data']
/** Groups behind the fold. */
const AFTER: readonly string[] = ['Team', 'Data']

/** Listed in a new shop; the others once they were changed. */
const DAY_ONE: readonly string[] = ['shop', 'colours', 'contact', 'guarantee', 'lessons', 'legal', 'policies']

type Entry = { id: string; group: string; title: string; to: string; draft: string; paths: readonly string[] }

/** The sections, and the screens of other features among them. */
const entries: readonly Entry[] = [
  ...settingsSections.map(({ id, labels, ...section }) => {
    return { ...section, id, to: settingsPath(id), draft: settingsDraft(id), paths: Object.keys(labels) }
  }),
  ...tabs
    .filter(({ place, settings }) => settings || place === 'under settings')
    .map(({ id, label: title, settings: group = 'Data' }) => {
      return { id, group, title, to: adminPaths.tab(id), draft: '', paths: [] }
    }),
]
const listed = GROUPS.flatMap((group) => entries.filter((entry) => entry.group === group))

/** Returns the sections of a new shop, those that were changed, and everything that is no section; and the others. */
function useEntries(unsaved: ReadonlySet<string>): { shown: Entry[]; more: Entry[] } {
  const { data } = useQuery({ ...adminApi.settings.public.queryOptions(), staleTime: Number.POSITIVE_INFINITY })
  const changes = data && changesOf(data)
  const isChanged = (path: string) => get(changes, path) !== undefined
  const isShown = ({ id, draft, paths }: Entry) =>
    paths.length === 0 || DAY_ONE.includes(id) || unsaved.has(draft) || paths.some(isChanged)
  return { shown: listed.filter(isShown), more: listed.filter((entry) => !isShown(entry)) }
}

/** The way to each section, and to each field by its words. */
export function SettingsIndex({ current }: { current: SettingsSectionId }) {
  const [typed, setTyped] = useState('')
  const unsaved = useDraftsAmong(settingsSections.map(({ id }) => settingsDraft(id)))
  const { shown, more } = useEntries(unsaved)
  const { data: me } = useMe()
  const [unfolded, unfold] = useState<boolean>()
  const isOpen = unfolded ?? (me?.show_all || more.some(({ id }) => id === current))
  const entryLink = ({ id, title, to, draft }: Entry) => (
    <Link to={to} aria-current={id === current ? 'page' : undefined}>
      {title}
      {unsaved.has(draft) && <UnsavedDot />}
    </Link>
  )
  const row = (entry: Entry, at: number, all: readonly Entry[]) => (
    <li key={entry.id}>
      {all[at - 1]?.group !== entry.group && <Group aria-hidden>{entry.group}</Group>}
      {entryLink(entry)}
    </li>
  )
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of a phone follows the section
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current]')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [current])
  return (
    <SectionNav
      ref={nav}
      aria-label="Sections of the settings"
      css={{
        lg: { maxH: 'calc(100dvh - var(--frame-top, 0px) - var(--fixed-bar, 76px) - 28px)', overflowY: 'auto' },
        '& ol a': { lg: { minH: '8', py: '5px' } },
      }}
    >
      <chakra.div position="relative" mx={{ base: '4', lg: '0' }} mb="1">
        <chakra.span position="absolute" left="3" top="3" color="fg.subtle" pointerEvents="none">
          <Icon of={IconSearch} />
        </chakra.span>
        <Input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          ps="10"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && setTyped('')}
        />
      </chakra.div>
      {typed.trim() ? (
        <FoundFields typed={typed} onGo={() => setTyped('')} />
      ) : (
        <ol>
          {shown.filter(({ group }) => !AFTER.includes(group)).map(row)}
          {more.length > 0 && (
            <li>
              <Fold type="button" aria-expanded={isOpen} onClick={() => unfold(!isOpen)}>
                More settings
                <Icon of={isOpen ? IconChevronUp : IconChevronDown} size={16} />
              </Fold>
            </li>
          )}
          {isOpen && more.map((entry) => <li key={entry.id}>{entryLink(entry)}</li>)}
          {shown.filter(({ group }) => AFTER.includes(group)).map(row)}
        </ol>
      )}
    </SectionNav>
  )
}

const MOST = 12

/** Fields whose label, section or words match, each with the value that it has. */
function FoundFields({ typed, onGo }: { typed: string; onGo: () => void }) {
  const { data } = useQuery({ ...adminApi.settings.public.queryOptions(), staleTime: Number.POSITIVE_INFINITY })
  const found = labelledSettings
    .filter(({ label, title, words }) => hasEveryWord(`${label} ${title} ${words}`, typed))
    // Fields with the words in their own label stand first.
    .toSorted((one, other) => Number(hasEveryWord(other.label, typed)) - Number(hasEveryWord(one.label, typed)))
    .slice(0, MOST)
  if (found.length === 0) {
    return (
      <Muted role="status" px="3" py="3">
        No setting matches “{typed.trim()}”.
      </Muted>
    )
  }
  return (
    <chakra.ul listStyleType="none" mx={{ base: '4', lg: '0' }} aria-label="Settings that match">
      {found.map(({ id, title, path, label }) => (
        <li key={path}>
          <Link to={settingsPath(id, path)} onClick={onGo}>
            <chakra.span minW="0" whiteSpace="normal">
              {label}
              <chakra.span display="block" textStyle="sm" fontWeight="400" color="fg.subtle">
                {title}
                {data && `, ${valueText(data, path)}`}
              </chakra.span>
            </chakra.span>
          </Link>
        </li>
      ))}
    </chakra.ul>
  )
}

/** The value in a word or two: on, off, empty, or how it begins. */
function valueText(settings: Settings, path: string): string {
  const value: unknown = get(settings, path)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const [line = ''] = wordsOf(value).split('\n')
  if (line === 'Empty') return 'empty'
  return line.length > 24 ? `${line.slice(0, 24)}…` : line
}
