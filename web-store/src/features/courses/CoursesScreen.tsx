import { chakra } from '@chakra-ui/react'
import { type MouseEvent, useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { CourseCard as Card } from 'server/contract/courses'
import { readShelf, SHELF_SIZE, type Shelf as ShelfAddress, shelfSearch, wholeShelf } from 'server/contract/shelf'
import { paths } from '../../app/paths.ts'
import { shelfQuery } from '../../shared/courses.queries.ts'
import { type Catalogue, useCatalogue } from '../../shared/use-catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Input, Select } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconCloudOff, IconMoodEmpty, IconSearch } from '../../ui/icons.ts'
import { kept } from '../../ui/kept.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { H1 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { CourseShelf, CourseShelfSkeleton } from './CourseShelf.tsx'
import { shelfNow, useCourseSearch } from './use-course-search.ts'

const FAILED = 'Failed to load courses'

const Chips = kept<{ shelf: ShelfAddress }>(
  import.meta.env.SSR ? (await import('./Chips.tsx')).default : undefined,
  () => import('./Chips.tsx'),
)

function keepSearch({ target }: MouseEvent) {
  const link = (target as Element).closest('a')
  if (!link) return
  const { q, sort } = shelfNow()
  link.search = shelfSearch({ ...readShelf(new URLSearchParams(link.search)), q, sort })
}

export default function CoursesScreen() {
  const { text, type, clear, sortBy, showPages, shelf, asked } = useCourseSearch()
  const isFirst = !isNarrowed(asked) && asked.sort === undefined && asked.from === 1
  const catalogue = useCatalogue(shelfQuery(asked), asked.q, isFirst ? 'page' : undefined)
  const { list } = catalogue
  const known = !isNarrowed(shelf) && (shelf.page === 1 || list?.cards.length !== 0)

  return (
    <Wrap pt={{ base: '10', md: '60px' }} pb={{ base: '14', md: '20' }}>
      <Head
        title={shelf.from > 1 ? `Courses, page ${shelf.from}` : 'Courses'}
        description="All course bundles on social media and digital skills. Every price is in rupees."
        {...(known && { canonicalPath: canonicalPath(shelf) })}
        structuredData={import.meta.env.SSR && list ? [way, itemList(list.cards, (shelf.from - 1) * SHELF_SIZE)] : []}
      />
      <chakra.div
        display={{ base: 'grid', lg: 'flex' }}
        justifyContent="space-between"
        alignItems="end"
        gap={{ base: '4.5', lg: '6' }}
        mb="8"
      >
        <div>
          <H1 fontSize={{ base: '2rem', md: '2.75rem' }}>Explore Our Courses</H1>
          <chakra.p color="fg.muted" mt="2" aria-live="polite" minH="1.55em" overflowWrap="anywhere">
            {summary(catalogue)}
          </chakra.p>
        </div>
        <chakra.search display="flex" flexWrap={{ base: 'wrap', md: 'nowrap' }} gap="3" w={{ lg: '480px' }}>
          <chakra.div position="relative" flex={{ base: '1 0 100%', md: '1' }}>
            <chakra.span position="absolute" left="3.5" top="3" color="fg.subtle" pointerEvents="none">
              <Icon of={IconSearch} />
            </chakra.span>
            <Input
              type="search"
              aria-label="Search courses"
              placeholder="Search courses"
              autoComplete="off"
              enterKeyHint="search"
              maxLength={100}
              ps="42px"
              value={text}
              onChange={(event) => type(event.target.value)}
            />
          </chakra.div>
          <Select
            aria-label="Sort"
            w={{ base: 'full', md: 'auto' }}
            value={shelf.sort ?? ''}
            onChange={(event) => sortBy(event.target.value)}
          >
            <option value="">Recommended</option>
            <option value="newest">Newest first</option>
            <option value="price">Price: low to high</option>
            <option value="-price">Price: high to low</option>
          </Select>
        </chakra.search>
      </chakra.div>
      {/* Links as the server wrote them: what was typed since goes along. */}
      <chakra.div onClickCapture={keepSearch}>
        <Chips key={shelf.topic + shelf.price} shelf={shelf} />
      </chakra.div>
      <Shelf catalogue={catalogue} asked={asked} clear={clear} showPages={showPages} />
    </Wrap>
  )
}

const isNarrowed = ({ q, topic, price }: ShelfAddress) => Boolean(q || topic || price)

/** Pages shown together are known by the first: each has an address of its own. */
const canonicalPath = ({ from }: ShelfAddress) => paths.courses + shelfSearch({ ...wholeShelf, from, page: from })

function summary({ list, fromCache }: Catalogue): string {
  if (!list) return ''
  if (fromCache) return 'You are offline. Showing the courses you last saw.'
  if (list.q) return `${countText(list.total, 'bundle')} for “${list.q}”`
  return `${countText(list.total, 'bundle')}. Every price is in rupees.`
}

type ShelfProps = {
  catalogue: Catalogue
  asked: ShelfAddress
  clear: () => void
  showPages: (pages: Pick<ShelfAddress, 'from' | 'page'>) => void
}

function Shelf({ catalogue: { list, failed, waiting, retry }, asked, clear, showPages }: ShelfProps) {
  useEffect(() => {
    if (failed) toast.error(FAILED, { id: 'courses-failed' })
  }, [failed])
  if (failed) {
    return (
      <PageMessage icon={IconCloudOff} tone="geru" title={FAILED} action={<Button onClick={retry}>Try again</Button>}>
        Please check your connection and try again.
      </PageMessage>
    )
  }
  if (!list) return <CourseShelfSkeleton />
  if (list.cards.length === 0 && list.total > 0) {
    return (
      <EmptyState
        icon={IconMoodEmpty}
        title="There are no courses on this page"
        action={
          <Button asChild>
            <Link to={paths.courses + shelfSearch({ ...asked, from: 1, page: 1 })}>Go to the first page</Link>
          </Button>
        }
      >
        The list is shorter than it was.
      </EmptyState>
    )
  }
  if (list.cards.length === 0) {
    const nothingYet = !isNarrowed(asked)
    return (
      <EmptyState
        icon={IconMoodEmpty}
        title={nothingYet ? 'No courses available' : 'No courses match your search'}
        action={!nothingYet && <Button onClick={clear}>Show all courses</Button>}
      >
        {nothingYet ? 'The first courses will be here soon.' : 'Try another word, or look through all of them.'}
      </EmptyState>
    )
  }
  return <CourseShelf list={list} asked={asked} waiting={waiting} failed={FAILED} showPages={showPages} />
}

/** Where the catalogue stands in the shop, for search engines. */
const way = {
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: paths.home },
    { '@type': 'ListItem', position: 2, name: 'Courses', item: paths.courses },
  ],
}

function itemList(cards: Card[], before: number) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: cards.map(({ course_id, name }, index) => ({
      '@type': 'ListItem',
      position: before + index + 1,
      name,
      url: paths.course(course_id),
    })),
  }
}
