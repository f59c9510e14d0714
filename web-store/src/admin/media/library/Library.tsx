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
import { Tag } from '../../../ui/layout.tsx'
import { PageMessage } from '../../../ui/PageMessage.tsx'
import { slot } from '../../../ui/slot.tsx'
import { IconPhoto } from '../../host/admin-icons.ts'
import { useFailureToast } from '../../host/use-failure-toast.ts'
import { ErrorState } from '../../lists/ErrorState.tsx'
import { NoMatch } from '../../lists/NoMatch.tsx'
import { type LibraryFilter, libraryQuery, type MediaItem, NO_FILTER } from '../media.queries.ts'
import { BulkBar } from './BulkBar.tsx'
import { type FileDialog, isUnprepared, LibraryCard } from './LibraryCard.tsx'
import { LibraryFilters } from './LibraryFilters.tsx'

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

const Head = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', mb: '4.5' },
})

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    // Two on a phone, one with letters of twice the size.
    gridTemplateColumns: { base: 'repeat(auto-fill, minmax(max(8rem, 34%), 1fr))', lg: 'repeat(4, minmax(0,1fr))' },
    gap: { base: '3', lg: '4.5' },
    listStyleType: 'none',
  },
})

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

/** Shows all files, searched by name; the address holds the filters. */
export function Library() {
  const [search, setSearch] = useSearchParams()
  const set = (change: Partial<LibraryFilter>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const [opened, setOpened] = useState<{ is: FileDialog; of: MediaItem }>()
  /** The dialog of all marked files. */
  const [Many, setMany] = useState<typeof MoveMedia | typeof DeleteMany>()
  const [marked, setMarked] = useState<ReadonlyMap<string, MediaItem>>(new Map())
  const close = () => {
    setOpened(undefined)
    setMany(undefined)
  }
  const done = () => {
    close()
    setMarked(new Map())
  }
  const mark = (item: MediaItem, on: boolean) =>
    setMarked((before) => {
      const next = new Map(before)
      if (!on) next.delete(item.media_id)
      else if (next.size < MOST_FILES) next.set(item.media_id, item)
      return next
    })
  const items = [...marked.values()]
  const Shown = opened && dialogs[opened.is]
  return (
    <section aria-label="Media Library">
      <MediaGrid
        filter={readFilter(search)}
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
        {(item) => (
          <LibraryCard
            item={item}
            marked={marked.has(item.media_id)}
            onMark={(on) => mark(item, on)}
            onDo={(is) => setOpened({ is, of: item })}
          />
        )}
      </MediaGrid>
      {Shown && opened && <Shown of={opened.of} onClose={close} />}
      {Many && <Many items={items} onClose={close} onDone={done} />}
    </section>
  )
}

type MediaGridProps = {
  filter: LibraryFilter
  onFilter: (change: Partial<LibraryFilter>) => void
  /** Only one kind is wanted. */
  fixed?: boolean
  /** Between the filters and the files that match. */
  above?: (shown: readonly MediaItem[]) => ReactNode
  children: (item: MediaItem) => ReactNode
}

/** Filters and the files that match; also what a picker shows. */
export function MediaGrid({ filter, onFilter, fixed, above, children }: MediaGridProps) {
  const library = useInfiniteQuery(libraryQuery(filter))
  const { data, error, hasNextPage, isFetchingNextPage } = library
  useFailureToast(error, 'Failed to load the media library')
  const items = data?.pages.flatMap(({ media }) => media) ?? []
  const { q, kind, folder, use, access } = filter
  return (
    <>
      <Head>
        <chakra.h2 textStyle="h3">Media Library</chakra.h2>
        {data && <Tag fontVariantNumeric="tabular-nums">{(data.pages[0]?.total ?? 0).toLocaleString('en-IN')}</Tag>}
        <LibraryFilters filter={filter} fixed={fixed} onFilter={onFilter} />
      </Head>
      {above?.(items)}
      {error && !data && (
        <ErrorState
          title="Failed to load the media library"
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
            Files you upload show here, with their link.
          </PageMessage>
        ))}
      <Grid>
        {items.map((item) => (
          <chakra.li key={item.media_id} minW="0" display="grid">
            {children(item)}
          </chakra.li>
        ))}
      </Grid>
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
