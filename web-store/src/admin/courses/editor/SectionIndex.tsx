import type { CourseKind } from 'contract/courses/bundles'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { courseDraft, useDraftsAmong } from '../../forms/editor-drafts.ts'
import { SectionNav, UnsavedDot } from '../../shell/SectionNav.tsx'
import type { CourseForm } from './course-form.ts'
import { type CoursePlace, isFilled, placesIn, type StepId, sectionAt } from './sections.ts'

const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '5',
    h: '5',
    flexShrink: '0',
    borderRadius: 'full',
    border: '1.5px solid',
    borderColor: 'border.emphasized',
    fontSize: '.75rem',
    fontWeight: '700',
  },
  variants: {
    state: {
      filled: { borderColor: 'transparent', color: 'success.fg' },
      empty: {},
    },
  },
})

type SectionIndexProps = {
  courseId: string
  kind: CourseKind
  step: StepId
  current: CoursePlace['id']
  /** The form of the current section, which marks those that say something. */
  form?: CourseForm
}

/** The screens of a step of several: which are filled, which have something unsaved, and the way to each. */
export function SectionIndex({ courseId, kind, step, current, form }: SectionIndexProps) {
  const places = placesIn(step, kind, courseId)
  const unsaved = useDraftsAmong(places.map(({ id }) => courseDraft(courseId, id)))
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of a phone follows the section
  useEffect(() => {
    const chosen = nav.current?.querySelector('[aria-current]')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [current])
  return (
    <SectionNav ref={nav} aria-label="Sections of this step">
      <ol>
        {places.map(({ id, title, to }) => {
          const filled = form && id === sectionAt(id, null).id && isFilled(sectionAt(id, null), form)
          return (
            <li key={id}>
              <Link to={to} aria-current={id === current ? 'page' : undefined}>
                {step === 'page' && (
                  <Mark state={filled ? 'filled' : 'empty'}>
                    {filled && <Icon of={IconCheck} size={16} strokeWidth={3} />}
                  </Mark>
                )}
                {title}
                {step === 'page' && <VisuallyHidden>{filled ? ', filled' : ', empty'}</VisuallyHidden>}
                {unsaved.has(courseDraft(courseId, id)) && <UnsavedDot />}
              </Link>
            </li>
          )
        })}
      </ol>
    </SectionNav>
  )
}

/** Lays out a step: its index if it has one, its screen, and the preview beside it. */
export const StepGrid = chakra('div', {
  base: {
    display: { base: 'grid', lg: 'flex' },
    gridTemplateColumns: 'minmax(0,1fr)',
    alignItems: 'start',
    gap: { base: '4', lg: '6' },
    pb: 'var(--fixed-bar, 76px)',
    '& > nav': { lg: { flex: '0 0 200px' } },
    '& > div': { flex: '1 1 0', minW: '0' },
    '& > aside': { xl: { flex: '0 0 400px' } },
  },
})
