import type { CourseKind } from 'contract/courses/bundles'
import { Link } from 'react-router-dom'
import { chakra } from '../../../ui/chakra.ts'
import { courseDraft, useDraftsAmong } from '../../forms/editor-drafts.ts'
import { SectionNav, UnsavedDot } from '../../shell/SectionNav.tsx'
import { placesIn, type StepId } from './sections.ts'

type SectionIndexProps = { courseId: string; kind: CourseKind; step: StepId; current: string }

/** The screens of a step of several: which have something unsaved, and the way to each. */
export function SectionIndex({ courseId, kind, step, current }: SectionIndexProps) {
  const places = placesIn(step, kind, courseId)
  const unsaved = useDraftsAmong(places.map(({ id }) => courseDraft(courseId, id)))
  return (
    <SectionNav aria-label="Sections of this step" css={{ lg: { position: 'static', '& ol': { display: 'flex' } } }}>
      <ol>
        {places.map(({ id, title, to }) => (
          <li key={id}>
            <Link to={to} aria-current={id === current ? 'page' : undefined}>
              {title}
              {unsaved.has(courseDraft(courseId, id)) && <UnsavedDot />}
            </Link>
          </li>
        ))}
      </ol>
    </SectionNav>
  )
}

/** Lays out a step: its index if it has one, its screen, and the preview beside it. */
export const StepGrid = chakra('div', {
  base: {
    display: { base: 'grid', lg: 'flex' },
    flexWrap: 'wrap',
    gridTemplateColumns: 'minmax(0,1fr)',
    alignItems: 'start',
    gap: { base: '4', lg: '6' },
    rowGap: { lg: '4' },
    pb: 'var(--fixed-bar, 76px)',
    '& > nav': { lg: { flex: '0 0 100%' } },
    '& > div': { flex: '1 1 0', minW: '0' },
    '& > aside': { '@media (min-width: 1200px)': { flex: '0 0 400px' } },
  },
})
