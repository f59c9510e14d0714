import { useQueryClient } from '@tanstack/react-query'
import { type CataloguePage, cataloguePageSearch } from 'contract/catalogue-page'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { layOutBelowFold } from '../../first-page/lay-out-below-fold.ts'
import { type CourseList, cataloguePageQuery } from '../../shared/courses/courses.queries.ts'
import { toast } from '../../ui/toaster.ts'
import { cataloguePageNow } from './use-course-search.ts'

/**
 * Fetches the next page and appends it; then the address names all pages, so that a reload shows the same. A failure leaves the list unchanged.
 */
export function useShowMore(
  {
    asked,
    list,
    failed,
    showPages,
  }: {
    asked: CataloguePage
    list: CourseList
    /** Words for a failure to load the page. */
    failed: string
    showPages: (pages: Pick<CataloguePage, 'from' | 'page'>) => void
  },
  grid: RefObject<HTMLElement | null>,
) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const firstNew = useRef<number>(undefined)

  async function showMore(): Promise<void> {
    if (busy) return
    setBusy(true)
    const before = cataloguePageSearch(asked)
    const page = asked.page + 1
    try {
      const more = await queries.fetchQuery(cataloguePageQuery({ ...asked, from: page, page }))
      // Searched for something else meanwhile: that is what counts.
      if (cataloguePageSearch(cataloguePageNow()) !== before) return
      const shown = new Set(list.cards.map(({ course_id }) => course_id))
      const cards = [...list.cards, ...more.cards.filter(({ course_id }) => !shown.has(course_id))]
      queries.setQueryData(cataloguePageQuery({ ...asked, page }).queryKey, { ...more, cards })
      firstNew.current = list.cards.length
      layOutBelowFold()
      showPages({ from: asked.from, page })
    } catch {
      toast.error(failed, { id: 'courses-failed' })
    } finally {
      setBusy(false)
    }
  }

  const count = list.cards.length
  useEffect(() => {
    const index = firstNew.current
    if (index === undefined || count <= index) return
    firstNew.current = undefined
    // With the last page the button is gone, and the focus with it: it moves to the first new course.
    if (document.activeElement !== document.body) return
    grid.current?.querySelectorAll<HTMLElement>('article a')[index]?.focus({ preventScroll: true })
  }, [count, grid])

  return { busy, showMore }
}
