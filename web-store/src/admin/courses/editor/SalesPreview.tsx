import type { IncludedCourse } from 'contract/courses/bundles'
import type { Course } from 'contract/courses/courses'
import { plainCourse } from 'contract/plain-text'
import { type MouseEvent, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { PreviewContext } from '../../../shared/sales/preview.ts'
import { SalesBody } from '../../../shared/sales/SalesPage.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconX } from '../../../ui/icons.ts'
import { Row } from '../../../ui/layout.tsx'
import { Segments } from '../../forms/Segments.tsx'
import { useBundleCards } from './BundleCourses.tsx'
import { PreviewFrame } from './PreviewFrame.tsx'

const WIDTHS = { phone: 390, wide: 1280 } as const
type Width = keyof typeof WIDTHS

const Panel = chakra('aside', {
  base: {
    position: 'fixed',
    inset: '0',
    zIndex: '20',
    h: '100dvh',
    display: 'grid',
    gridTemplateRows: 'auto minmax(0,1fr)',
    bg: 'bg.panel',
    overflow: 'hidden',
    '@media (min-width: 1200px)': {
      position: 'sticky',
      inset: 'auto',
      top: '5',
      zIndex: '1',
      h: 'calc(100dvh - 20px - var(--fixed-bar, 0px) - 12px)',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'l3',
    },
  },
})

/** Nothing in the preview leads away from the form. */
function stayHere(event: MouseEvent): void {
  const link =
    event.target instanceof Element || 'closest' in event.target ? (event.target as Element).closest('a') : null
  if (!link) return
  event.preventDefault()
  event.stopPropagation()
}

/** Returns the courses of a bundle as its page lists them; undefined for a course. */
function useIncludes({ kind, bundle_courses: ids }: Course): IncludedCourse[] | undefined {
  const { cards } = useBundleCards(ids)
  if (kind !== 'bundle') return undefined
  return ids.flatMap((id) => {
    const card = cards.get(id)
    if (!card) return []
    const { course_id, name, banner, lessons, price, sale, status } = card
    const alone = sale ? { price: sale.was, sale_price: price } : { price }
    const isSold = status === 'published' || status === 'unlisted'
    return [{ course_id, name, banner, lessons, ...alone, ...(isSold && { on_sale: true as const }) }]
  })
}

/** The sales page as it will be, beside the form while it is typed; on narrow windows over it. */
export default function SalesPreview({ course, onClose }: { course: Course; onClose: () => void }) {
  const [width, setWidth] = useState<Width>('phone')
  const shown = useDeferredValue(course)
  const includes = useIncludes(shown)
  const place = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState({ width: 390, height: 600 })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const pageWidth = width === 'phone' ? Math.min(WIDTHS.phone, box.width) : WIDTHS.wide
  const shownWidth = Math.min(pageWidth, box.width)
  return (
    <Panel aria-label="Preview of the sales page">
      <Row px="3" py="2" borderBottomWidth="1px" borderColor="border">
        <Segments
          label="Width of the preview"
          value={width}
          onChange={setWidth}
          options={[
            ['phone', 'Phone'],
            ['wide', 'Computer'],
          ]}
        />
        <chakra.span flex="1" />
        <IconButton compact aria-label="Close preview" onClick={onClose}>
          <Icon of={IconX} />
        </IconButton>
      </Row>
      <chakra.div ref={place} display="grid" justifyContent="center" overflow="hidden" bg="bg.muted">
        <PreviewFrame title="Sales page" width={pageWidth} shownWidth={shownWidth} height={box.height}>
          <div onClickCapture={stayHere}>
            <PreviewContext value={true}>
              <SalesBody course={{ ...plainCourse(shown), ...(includes && { includes }) }} />
            </PreviewContext>
          </div>
        </PreviewFrame>
      </chakra.div>
    </Panel>
  )
}
