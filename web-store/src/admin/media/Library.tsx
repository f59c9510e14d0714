import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconPhoto } from '../admin-icons.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { SearchBox } from '../components/SearchBox.tsx'
import { Segments } from '../components/Segments.tsx'
import { useFailureToast } from '../components/use-failure-toast.ts'
import { LibraryCard } from './LibraryCard.tsx'
import { libraryQuery, type MediaItem, type MediaKindFilter } from './media.queries.ts'

const MediaView = later(() => import('./MediaView.tsx'))
const RenameMedia = later(() => import('./RenameMedia.tsx'))
const DeleteMedia = later(() => import('./DeleteMedia.tsx'))
const MediaUses = later(() => import('./MediaUses.tsx'))

const KINDS = [
  ['', 'All'],
  ['image', 'Banners'],
  ['video', 'Videos'],
] as const

const Head = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', mb: '4.5' },
})

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0,1fr))', lg: 'repeat(4, minmax(0,1fr))' },
    gap: { base: '3', lg: '4.5' },
    listStyleType: 'none',
  },
})

/** All files, searched by name; what it shows stands in the address. */
export function Library() {
  const [search, setSearch] = useSearchParams()
  const set = (change: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const q = (search.get('q') ?? '').slice(0, 200)
  const kind = KINDS.find(([known]) => known === search.get('kind'))?.[0] ?? ''
  const [dialog, setDialog] = useState<{ is: 'open' | 'rename' | 'delete' | 'uses'; item: MediaItem }>()
  const close = () => setDialog(undefined)
  return (
    <section aria-label="Media Library">
      <MediaGrid q={q} kind={kind} onKind={(next) => set({ kind: next })} onSearch={(next) => set({ q: next })}>
        {(item) => (
          <LibraryCard
            item={item}
            onOpen={() => setDialog({ is: 'open', item })}
            onRename={() => setDialog({ is: 'rename', item })}
            onDelete={() => setDialog({ is: 'delete', item })}
            onUses={() => setDialog({ is: 'uses', item })}
          />
        )}
      </MediaGrid>
      {dialog?.is === 'open' && <MediaView item={dialog.item} onClose={close} />}
      {dialog?.is === 'rename' && <RenameMedia item={dialog.item} onClose={close} />}
      {dialog?.is === 'delete' && <DeleteMedia item={dialog.item} onClose={close} />}
      {dialog?.is === 'uses' && <MediaUses item={dialog.item} onClose={close} />}
    </section>
  )
}

type MediaGridProps = {
  q: string
  kind: MediaKindFilter
  onSearch: (q: string) => void
  /** Absent where only one kind is wanted. */
  onKind?: (kind: MediaKindFilter) => void
  children: (item: MediaItem) => ReactNode
}

/** Search, kinds and the files that match; also what a picker shows. */
export function MediaGrid({ q, kind, onSearch, onKind, children }: MediaGridProps) {
  const library = useInfiniteQuery(libraryQuery({ q: q.trim(), kind }))
  const { data, error, hasNextPage, isFetchingNextPage } = library
  useFailureToast(error, 'Failed to load the media library')
  const items = data?.pages.flatMap(({ media }) => media) ?? []
  return (
    <>
      <Head>
        <chakra.h2 textStyle="h3">Media Library</chakra.h2>
        {data && <Tag fontVariantNumeric="tabular-nums">{data.pages[0]?.total ?? 0}</Tag>}
        <chakra.div display="flex" flexWrap="wrap" gap="2.5" ms={{ lg: 'auto' }} w={{ base: 'full', lg: 'auto' }}>
          <SearchBox list={{ q, set: (change) => onSearch(change.q ?? '') }} label="Search file name" />
          {onKind && <Segments label="Kind" value={kind} options={KINDS} onChange={onKind} />}
        </chakra.div>
      </Head>
      {error && !data && (
        <ErrorState
          title="Failed to load the media library"
          error={library.error}
          onRetry={() => void library.refetch()}
        />
      )}
      {library.isPending && <Loading />}
      {data && items.length === 0 && (
        <NothingFound searched={q !== '' || (onKind !== undefined && kind !== '')} onClear={() => onSearch('')} />
      )}
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

function NothingFound({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  if (!searched) {
    return (
      <PageMessage icon={IconPhoto} title="No files yet">
        Files you upload show here, with their link.
      </PageMessage>
    )
  }
  return (
    <PageMessage
      icon={IconSearch}
      title="No files match your search"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  )
}
