import { useQuery } from '@tanstack/react-query'
import { MEDIA_KINDS, mediaKinds } from 'contract/media/kinds'
import type { ReactNode } from 'react'
import { chakra } from '../../../ui/chakra.ts'
import { Select } from '../../../ui/Field.tsx'
import { SearchBox } from '../../lists/SearchBox.tsx'
import { foldersQuery, type LibraryFilter, type MediaKindFilter } from '../media.queries.ts'

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: '300px repeat(4, minmax(0, 1fr))' },
    gap: '2.5',
    w: 'full',
    '& > :first-child': { gridColumn: { base: '1 / -1', lg: 'auto' } },
  },
})

/** Kinds as the list of them says it. */
const KIND_NAMES: readonly (readonly [MediaKindFilter, string])[] = MEDIA_KINDS.map((kind) => {
  if (kind === 'image') return [kind, 'Images'] as const
  const { noun } = mediaKinds[kind]
  const name = `${noun[0]?.toUpperCase()}${noun.slice(1)}`
  return [kind, { video: 'Videos', pdf: 'PDFs', archive: 'ZIPs' }[kind as string] ?? `${name} files`] as const
})

type LibraryFiltersProps = {
  filter: LibraryFilter
  /** Only one kind is wanted. */
  fixed?: boolean | undefined
  onFilter: (change: Partial<LibraryFilter>) => void
}

/** Filters the library by name, kind, folder, use and access. */
export function LibraryFilters({ filter, fixed, onFilter }: LibraryFiltersProps) {
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <Row>
      <SearchBox list={{ q: filter.q, set: onFilter }} label="Search file name" />
      {(!fixed || filter.kind === '') && (
        <Choice label="Kind" value={filter.kind} onChange={(kind) => onFilter({ kind: kind as MediaKindFilter })}>
          <option value="">All kinds</option>
          {KIND_NAMES.map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      <Choice label="Folder" value={filter.folder} onChange={(folder) => onFilter({ folder })}>
        <option value="">All folders</option>
        {folders.map(({ folder, files }) => (
          <option key={folder} value={folder}>
            {'\u2003'.repeat(folder.split('/').length - 1)}
            {folder.split('/').at(-1)} ({files})
          </option>
        ))}
        {filter.folder && !folders.some(({ folder }) => folder === filter.folder) && (
          <option value={filter.folder}>{filter.folder}</option>
        )}
      </Choice>
      <Choice label="Use" value={filter.use} onChange={(use) => onFilter({ use: use as LibraryFilter['use'] })}>
        <option value="">Used or not</option>
        <option value="used">Used</option>
        <option value="unused">Not used</option>
      </Choice>
      <Choice
        label="Visible to"
        value={filter.access}
        onChange={(access) => onFilter({ access: access as LibraryFilter['access'] })}
      >
        <option value="">Public and paid</option>
        <option value="public">Public</option>
        <option value="paid">Buyers only</option>
      </Choice>
    </Row>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <Select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {children}
    </Select>
  )
}
