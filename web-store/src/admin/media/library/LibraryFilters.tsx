import { useQuery } from '@tanstack/react-query'
import { MEDIA_KINDS } from 'contract/media/kinds'
import { chakra } from '../../../ui/chakra.ts'
import { Select } from '../../../ui/Field.tsx'
import { SearchBox } from '../../lists/SearchBox.tsx'
import { foldersQuery, type LibraryFilter } from '../media.queries.ts'
import { kindName } from './media-text.ts'

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: '220px repeat(4, minmax(0, 1fr))' },
    gap: '2.5',
    mb: '4',
    '& > :first-child': { gridColumn: { base: '1 / -1', lg: 'auto' } },
  },
})

type Option = readonly [value: string, words: string]

const KINDS: readonly Option[] = MEDIA_KINDS.map((kind) => {
  if (kind === 'image') return [kind, 'Images']
  return [kind, { video: 'Videos', pdf: 'PDFs', archive: 'ZIPs' }[kind as string] ?? `${kindName(kind)} files`]
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
  const inFolders = folders.map(({ folder, files }): Option => {
    const path = folder.split('/')
    return [folder, `${'\u2003'.repeat(path.length - 1)}${path.at(-1)} (${files})`]
  })
  const isListed = filter.folder === '' || folders.some(({ folder }) => folder === filter.folder)
  const choice = (name: keyof LibraryFilter, label: string, all: string, options: readonly Option[]) => (
    <Select
      aria-label={label}
      value={filter[name]}
      onChange={({ currentTarget }) => onFilter({ [name]: currentTarget.value })}
    >
      {[['', all] as const, ...options].map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  )
  return (
    <Row>
      <SearchBox list={{ q: filter.q, set: onFilter }} label="Search file name" full />
      {(!fixed || filter.kind === '') && choice('kind', 'Kind', 'All kinds', KINDS)}
      {choice('folder', 'Folder', 'All folders', isListed ? inFolders : [...inFolders, [filter.folder, filter.folder]])}
      {choice('use', 'Use', 'Used or not', [
        ['used', 'Used'],
        ['unused', 'Not used'],
      ])}
      {choice('access', 'Visible to', 'Public and paid', [
        ['public', 'Public'],
        ['paid', 'Buyers only'],
      ])}
    </Row>
  )
}
