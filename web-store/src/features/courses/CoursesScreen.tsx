import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { CourseCard as Card } from 'server/contract/courses'
import { paths } from '../../app/paths.ts'
import { CourseCard, CourseCardSkeleton, Stalls } from '../../shared/CourseCard.tsx'
import { sortOf } from '../../shared/courses.queries.ts'
import { type Catalogue, useCatalogue } from '../../shared/use-catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Input, Select } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconCloudOff, IconMoodEmpty, IconSearch } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { H1, Hidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

const FAILED = 'Failed to load courses'

/** Every word typed has to be somewhere in the name or the description. */
function matching(cards: Card[], q: string): Card[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return cards
  return cards.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** What the address asks for at this moment: the router shows it a little later. */
const addressNow = () => new URLSearchParams(window.location.search)

/**
 * The text of the search field. It cannot come from the router alone, which takes its time: letters typed meanwhile would be
 * lost. A text that comes with the address, as by going back, takes the place of the typed one.
 */
function useTypedSearch(shown: string) {
  const [text, type] = useState(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router has another text, and the address has the newest
  useEffect(() => type(addressNow().get('q') ?? ''), [shown])
  return { text, type }
}

export default function CoursesScreen() {
  const [search, setSearch] = useSearchParams()
  const q = useTypedSearch(search.get('q') ?? '')
  const sort = sortOf(search)
  const catalogue = useCatalogue(sort)
  const found = catalogue.cards && matching(catalogue.cards, q.text)

  const change = (key: 'q' | 'sort', value: string) => {
    const next = addressNow()
    if (value) next.set(key, value)
    else next.delete(key)
    setSearch(next, { replace: true })
  }
  const type = (text: string) => {
    q.type(text)
    change('q', text)
  }

  return (
    <Wrap pt={{ base: '10', md: '60px' }} pb={{ base: '14', md: '20' }}>
      <Head
        title="Courses"
        description="All course bundles on social media and digital skills. Every price is in rupees and final."
        canonicalPath={paths.courses}
        structuredData={import.meta.env.SSR && catalogue.cards ? [itemList(catalogue.cards)] : []}
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
          <chakra.p color="fg.muted" mt="2" aria-live="polite" minH="1.55em">
            {summary(catalogue, found, q.text)}
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
              value={q.text}
              onChange={(event) => type(event.target.value)}
            />
          </chakra.div>
          <Select
            aria-label="Sort"
            w={{ base: 'full', md: 'auto' }}
            value={sort ?? ''}
            onChange={(event) => change('sort', event.target.value)}
          >
            <option value="">Our order</option>
            <option value="newest">Newest first</option>
            <option value="price">Price: low to high</option>
            <option value="-price">Price: high to low</option>
          </Select>
        </chakra.search>
      </chakra.div>
      <Shelf catalogue={catalogue} found={found} clear={() => type('')} />
    </Wrap>
  )
}

function summary({ fromCache }: Catalogue, found: Card[] | undefined, q: string): string {
  if (!found) return ''
  if (fromCache) return 'You are offline. These are the courses as you saw them last.'
  if (q.trim()) return `${countText(found.length, 'bundle')} for “${q.trim()}”`
  return `${countText(found.length, 'bundle')}. Every price is in rupees and final.`
}

type ShelfProps = { catalogue: Catalogue; found: Card[] | undefined; clear: () => void }

function Shelf({ catalogue: { cards, failed, retry }, found, clear }: ShelfProps) {
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
  if (!found) {
    return (
      <Stalls aria-busy>
        <Hidden role="status">Loading courses...</Hidden>
        {Array.from({ length: 8 }, (_, index) => (
          <CourseCardSkeleton key={String(index)} />
        ))}
      </Stalls>
    )
  }
  if (found.length === 0) {
    const nothingYet = cards?.length === 0
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
  return (
    <Stalls>
      {found.map((card, index) => (
        <CourseCard key={card.course_id} course={card} level={2} eager={index === 0} />
      ))}
    </Stalls>
  )
}

function itemList(cards: Card[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: cards.map(({ course_id, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: paths.course(course_id),
    })),
  }
}
