import {
  CATALOGUE_PAGE_SIZE,
  type CataloguePage,
  cataloguePageSearch,
  MAX_CATALOGUE_PAGES,
} from 'contract/catalogue-page'
import { type MouseEvent, useRef } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { CourseCard, CourseCardSkeleton, CourseGrid } from '../../shared/courses/CourseCard.tsx'
import type { CourseList } from '../../shared/courses/courses.queries.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { useShowMore } from './use-show-more.ts'

const Foot = chakra('div', {
  base: { display: 'grid', justifyItems: 'center', gap: '3', mt: { base: '9', md: '10' }, color: 'fg.muted' },
})

type CatalogueListProps = {
  list: CourseList
  asked: CataloguePage
  /** The list is that of an earlier question. */
  waiting: boolean
  /** Words for a failure to load more. */
  failed: string
  showPages: (pages: Pick<CataloguePage, 'from' | 'page'>) => void
}

/** Courses of the catalogue with the ways to those before and after them, which are links to pages of their own. */
export function CatalogueList({ list, asked, waiting, failed, showPages }: CatalogueListProps) {
  const { cards, total } = list
  const { from, page } = asked
  const grid = useRef<HTMLDivElement>(null)
  const { busy, showMore } = useShowMore({ asked, list, failed, showPages }, grid)
  const pageAddress = (number: number) => paths.courses + cataloguePageSearch({ ...asked, from: number, page: number })

  // A page grows by so many pages and no further: cheap phones have to hold it.
  const full = page - from + 1 >= MAX_CATALOGUE_PAGES
  const before = (from - 1) * CATALOGUE_PAGE_SIZE
  const append = (event: MouseEvent) => {
    if (full || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void showMore()
  }
  return (
    <>
      {from > 1 && (
        <chakra.p mb="6">
          <Button asChild variant="outline">
            <Link to={pageAddress(from - 1)}>{t('Show earlier courses')}</Link>
          </Button>
        </chakra.p>
      )}
      <CourseGrid ref={grid} aria-busy={waiting || undefined} opacity={waiting ? '.6' : undefined}>
        {cards.map((card, index) => (
          <CourseCard key={card.course_id} course={card} level={2} eager={index === 0} />
        ))}
      </CourseGrid>
      {(total > cards.length || from > 1) && (
        <Foot>
          <p role="status">
            {t('Showing {first} to {last} of {total}', { first: before + 1, last: before + cards.length, total })}
          </p>
          {page * CATALOGUE_PAGE_SIZE < total && (
            <Button asChild variant="outline" aria-busy={busy || undefined}>
              <Link to={pageAddress(page + 1)} onClick={append}>
                {busy ? t('Loading courses...') : full ? t('Next page') : t('Show more')}
              </Link>
            </Button>
          )}
        </Foot>
      )}
    </>
  )
}

/** The place of the courses while they are fetched. */
export function CatalogueListSkeleton() {
  return (
    <CourseGrid aria-busy>
      <VisuallyHidden role="status">{t('Loading courses...')}</VisuallyHidden>
      {Array.from({ length: 8 }, (_, index) => (
        <CourseCardSkeleton key={String(index)} />
      ))}
    </CourseGrid>
  )
}
