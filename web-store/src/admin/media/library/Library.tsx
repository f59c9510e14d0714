import { useInfiniteQuery } from '@tanstack/react-query'
import { MEDIA_KINDS, mediaKinds } from 'contract/media/kinds'
import { MOST_FILES } from 'contract/media/media'
import { FOLDER_LENGTH } from 'contract/spelling'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { later } from '../../../ui/later.tsx'
import { Card } from '../../../ui/layout.tsx'
import { PageMessage } from '../../../ui/PageMessage.tsx'
import { slot } from '../../../ui/slot.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { IconPhoto } from '../../host/admin-icons.ts'
import { useFailureToast } from '../../host/use-failure-toast.ts'
import { TableOf } from '../../lists/DataTable.tsx'
import { ErrorState } from '../../lists/ErrorState.tsx'
import { changedList } from '../../lists/list-params.ts'
import { useMarks } from '../../lists/mark-column.tsx'
import { NoMatch } from '../../lists/NoMatch.tsx'
import { type LibraryFilter, libraryQuery, type MediaItem, NO_FILTER } from '../media.queries.ts'
import { BulkBar } from './BulkBar.tsx'
import { LibraryFilters } from './LibraryFilters.tsx'
import { type FileDialog, isUnprepared, mediaColumns } from './media-columns.tsx'

const MoveMedia = later(() => import('./MoveMedia.tsx'))
const DeleteMany = later(() => import('./DeleteMany.tsx'))
const dialogs = {
  open: later(() => import('./MediaView.tsx')),
  rename: later(() => import('./RenameMedia.tsx')),
  delete: later(() => import('./DeleteMedia.tsx')),
  uses: later(() => import('./MediaUses.tsx')),
  replace: later(() => import('./ReplaceMedia.tsx')),
}
/** Says how videos are processed, where this browser can. */
const PreparingNote = slot(import.meta.glob('../../*/PreparingNote.tsx'))

const keyOf = ({ media_id }: MediaItem) => media_id

const readFilter = (search: URLSearchParams): LibraryFilter => {
  const one = <const Of extends string>(name: string, of: readonly Of[]) =>
    of.find((known) => known === search.get(name))
  return {
    q: (search.get('q') ?? '').slice(0, 300),
    kind: one('kind', MEDIA_KINDS) ?? '',
    folder: (search.get('folder') ?? '').slice(0, FOLDER_LENGTH),
    use: one('use', ['used', 'unused']) ?? '',
    access: one('access', ['paid', 'public']) ?? '',
  }
}

/** Reads the filters of the address. */
export function useLibraryFilter() {
  const [search, setSearch] = useSearchParams()
  const set = (change: Partial<LibraryFilter>) =>
    setSearch((before) => changedList(before, change), { replace: true, preventScrollReset: true })
  return { filter: readFilter(search), set }
}

/** Shows all files, searched by name; the address holds the filters. */
export function Library() {
  const { filter, set } = useLibraryFilter()
  const [opened, setOpened] = useState<{ is: FileDialog; of: MediaItem }>()
  /** The dialog of all marked files. */
  const [Many, setMany] = useState<typeof MoveMedia | typeof DeleteMany>()
  const rows = useInfiniteQuery(libraryQuery(filter)).data?.pages.flatMap(({ media }) => media)
  const marked = useMarks({ rows, keyOf, nameOf: ({ name }) => name, most: MOST_FILES })
  const items = [...marked.marks.values()]
  const close = () => {
    setOpened(undefined)
    setMany(undefined)
  }
  const done = () => {
    close()
    marked.clear()
  }
  const Shown = opened && dialogs[opened.is]
  return (
    <section aria-label="Media Library">
      <MediaList
        filter={filter}
        onFilter={set}
        above={(shown) => (
          <>
            {shown.some(isUnprepared) && <PreparingNote />}
            {items.length > 0 && (
              <BulkBar
                items={items}
                onMove={() => setMany(() => MoveMedia)}
                onDelete={() => setMany(() => DeleteMany)}
                onClear={done}
              />
            )}
          </>
        )}
      >
        {(shown) => (
          <Card overflow="hidden">
            <TableOf
              columns={[marked.column, ...mediaColumns((is, of) => setOpened({ is, of }))]}
              rows={shown}
              keyOf={keyOf}
            >
              <VisuallyHidden as="caption">Media Library</VisuallyHidden>
            </TableOf>
          </Card>
        )}
      </MediaList>
      {Shown && opened && <Shown of={opened.of} onClose={close} />}
      {Many && <Many items={items} onClose={close} onDone={done} />}
    </section>
  )
}

type MediaListProps = {
  filter: LibraryFilter
  onFilter: (change: Partial<LibraryFilter>) => void
  /** Only one kind is wanted. */
  fixed?: boolean
  /** Between the filters and the files that match. */
  above?: (shown: readonly MediaItem[]) => ReactNode
  children: (items: readonly MediaItem[]) => ReactNode
}

/** Filters and the files that match; also what a picker shows. */
export function MediaList({ filter, onFilter, fixed, above, children }: MediaListProps) {
  const library = useInfiniteQuery(libraryQuery(filter))
  const { data, error, hasNextPage, isFetchingNextPage } = library
  useFailureToast(error, 'Failed to fetch media library')
  const items = data?.pages.flatMap(({ media }) => media) ?? []
  const { q, kind, folder, use, access } = filter
  return (
    <>
      <LibraryFilters filter={filter} fixed={fixed} onFilter={onFilter} />
      {above?.(items)}
      {error && !data && (
        <ErrorState
          title="Failed to fetch media library"
          error={library.error}
          onRetry={() => void library.refetch()}
        />
      )}
      {library.isPending && <Loading />}
      {data &&
        items.length === 0 &&
        (q || folder || use || access || (kind && !fixed) ? (
          <NoMatch of="files" onClear={() => onFilter({ ...NO_FILTER, kind: fixed ? kind : '' })} />
        ) : (
          <PageMessage icon={IconPhoto} title={kind ? `No ${mediaKinds[kind].noun} files yet` : 'No files yet'}>
            Drop files or whole folders anywhere here.
          </PageMessage>
        ))}
      {items.length > 0 && children(items)}
      {hasNextPage && (
        <chakra.div display="grid" justifyItems="center" mt="6">
          <Button
            variant="outline"
            busy={isFetchingNextPage}
            busyText="Loading..."
            onClick={() => void library.fetchNextPage()}
          >
            Show more
          </Button>
        </chakra.div>
      )}
    </>
  )
}
