import {
  CATALOGUE_PAGE_SIZE,
  type CataloguePage,
  cataloguePageSearch,
  readCataloguePage,
  wholeCatalogue,
} from 'contract/catalogue-page'
import type { CourseCard as Card } from 'contract/courses/courses'
import { type MouseEvent, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useBrand } from '../../content/brand.ts'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { cataloguePageQuery } from '../../shared/courses/courses.queries.ts'
import { type Catalogue, useCatalogue } from '../../shared/courses/use-catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Input, Select } from '../../ui/Field.tsx'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconCloudOff, IconMoodEmpty, IconSearch } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { H1 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { CatalogueList, CatalogueListSkeleton } from './CatalogueList.tsx'
import { cataloguePageNow, useCourseSearch } from './use-course-search.ts'

const FAILED = t('Failed to load courses')

const Chips = serverMarkup<{ cataloguePage: CataloguePage }>(
  import.meta.env.SSR ? (await import('./Chips.tsx')).default : undefined,
  () => import('./Chips.tsx'),
)

// Only a search that finds nothing fetches it.
const NearCourses = later(() => import('./NearCourses.tsx'), {
  now: import.meta.env.SSR ? (await import('./NearCourses.tsx')).default : undefined,
  failed: () => null,
})

function storeSearch({ target }: MouseEvent) {
  const link = (target as Element).closest('a')
  if (!link) return
  const { q, sort } = cataloguePageNow()
  link.search = cataloguePageSearch({ ...readCataloguePage(new URLSearchParams(link.search)), q, sort })
}

export default function CoursesScreen() {
  const { name } = useBrand()
  const { text, type, clear, sortBy, showPages, cataloguePage, asked } = useCourseSearch()
  const isFirst = !isNarrowed(asked) && asked.sort === undefined && asked.from === 1
  const catalogue = useCatalogue(cataloguePageQuery(asked), asked.q, isFirst ? 'page' : undefined)
  const { list, fromCache } = catalogue
  const isEmpty = list?.total === 0 && !fromCache && !isNarrowed(asked)
  const known = !isNarrowed(cataloguePage) && (cataloguePage.page === 1 || list?.cards.length !== 0)

  return (
    <Wrap pt={{ base: '10', md: '60px' }} pb={{ base: '14', md: '20' }}>
      <Head
        title={cataloguePage.from > 1 ? t('Courses, page {number}', { number: cataloguePage.from }) : t('Courses')}
        description={t('All courses of {shop}. Every price is in rupees.', { shop: name })}
        {...(known && { canonicalPath: canonicalPath(cataloguePage) })}
        structuredData={
          import.meta.env.SSR && list ? [way, itemList(list.cards, (cataloguePage.from - 1) * CATALOGUE_PAGE_SIZE)] : []
        }
      />
      <chakra.div
        display={{ base: 'grid', lg: 'flex' }}
        justifyContent="space-between"
        alignItems="end"
        gap={{ base: '4.5', lg: '6' }}
        mb="8"
      >
        <div>
          <H1 fontSize={{ base: '2rem', md: '2.75rem' }}>{t('Explore Our Courses')}</H1>
          <chakra.p color="fg.muted" mt="2" aria-live="polite" minH="1.55em" overflowWrap="anywhere">
            {!isEmpty && summary(catalogue)}
          </chakra.p>
        </div>
        <chakra.search
          display={isEmpty ? 'none' : 'flex'}
          flexWrap={{ base: 'wrap', md: 'nowrap' }}
          gap="3"
          w={{ lg: '480px' }}
        >
          <chakra.div position="relative" flex={{ base: '1 0 100%', md: '1' }}>
            <chakra.span position="absolute" left="3.5" top="3" color="fg.subtle" pointerEvents="none">
              <Icon of={IconSearch} />
            </chakra.span>
            <Input
              type="search"
              aria-label={t('Search courses')}
              placeholder={t('Search courses')}
              autoComplete="off"
              enterKeyHint="search"
              maxLength={100}
              ps="42px"
              value={text}
              onChange={(event) => type(event.target.value)}
            />
          </chakra.div>
          <Select
            aria-label={t('Sort')}
            w={{ base: 'full', md: 'auto' }}
            value={cataloguePage.sort ?? ''}
            onChange={(event) => sortBy(event.target.value)}
          >
            <option value="">{t('Recommended')}</option>
            <option value="newest">{t('Newest first')}</option>
            <option value="price">{t('Price: low to high')}</option>
            <option value="-price">{t('Price: high to low')}</option>
          </Select>
        </chakra.search>
      </chakra.div>
      {/* Links as the server wrote them: what was typed since goes along. */}
      <chakra.div onClickCapture={storeSearch}>
        <Chips key={cataloguePage.topic + cataloguePage.price} cataloguePage={cataloguePage} />
      </chakra.div>
      <FoundCourses catalogue={catalogue} asked={asked} clear={clear} showPages={showPages} />
    </Wrap>
  )
}

const isNarrowed = ({ q, topic, price }: CataloguePage) => Boolean(q || topic || price)

/** Pages shown together are known by the first: each has an address of its own. */
const canonicalPath = ({ from }: CataloguePage) =>
  paths.courses + cataloguePageSearch({ ...wholeCatalogue, from, page: from })

function summary({ list, fromCache }: Catalogue): string {
  if (!list) return ''
  if (fromCache) return t('You are offline. Showing the courses you last saw.')
  if (list.q && list.total === 0) return t('Nothing found for “{words}”', { words: list.q })
  if (list.q) {
    return plural(
      list.total,
      { one: '{count} course for “{words}”', other: '{count} courses for “{words}”' },
      { words: list.q },
    )
  }
  return plural(list.total, {
    one: '{count} course. Every price is in rupees.',
    other: '{count} courses. Every price is in rupees.',
  })
}

type FoundCoursesProps = {
  catalogue: Catalogue
  asked: CataloguePage
  clear: () => void
  showPages: (pages: Pick<CataloguePage, 'from' | 'page'>) => void
}

function FoundCourses({ catalogue: { list, failed, waiting, retry }, asked, clear, showPages }: FoundCoursesProps) {
  useEffect(() => {
    if (failed) toast.error(FAILED, { id: 'courses-failed' })
  }, [failed])
  if (failed) {
    return (
      <PageMessage
        icon={IconCloudOff}
        tone="danger"
        title={FAILED}
        action={<Button onClick={retry}>{t('Try again')}</Button>}
      >
        {t('Please check your connection and try again.')}
      </PageMessage>
    )
  }
  if (!list) return <CatalogueListSkeleton />
  if (list.cards.length === 0 && list.total > 0) {
    return (
      <EmptyState
        icon={IconMoodEmpty}
        title={t('There are no courses on this page')}
        action={
          <Button asChild>
            <Link to={paths.courses + cataloguePageSearch({ ...asked, from: 1, page: 1 })}>
              {t('Go to the first page')}
            </Link>
          </Button>
        }
      >
        {t('The list is shorter than it was.')}
      </EmptyState>
    )
  }
  if (list.cards.length === 0) {
    const nothingYet = !isNarrowed(asked)
    return (
      <>
        <EmptyState
          icon={IconMoodEmpty}
          title={nothingYet ? t('No courses available') : t('No courses match your search')}
          action={!nothingYet && <Button onClick={clear}>{t('Show all courses')}</Button>}
        >
          {nothingYet ? t('The first courses will be here soon.') : t('Try another word, or look through all of them.')}
        </EmptyState>
        {list.q && <NearCourses q={list.q} />}
      </>
    )
  }
  return <CatalogueList list={list} asked={asked} waiting={waiting} failed={FAILED} showPages={showPages} />
}

/** Breadcrumbs of the catalogue, for search engines. */
const way = {
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: t('Home'), item: paths.home },
    { '@type': 'ListItem', position: 2, name: t('Courses'), item: paths.courses },
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
