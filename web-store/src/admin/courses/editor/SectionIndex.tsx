import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { SectionNav } from '../../shell/SectionNav.tsx'
import type { CourseForm } from './course-form.ts'
import { firstProblem, isFilled, problemsOf, type SectionId, sectionsOf } from './sections.ts'

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
      problems: { borderColor: 'danger.solid', bg: 'danger.solid', color: 'white' },
      empty: {},
    },
  },
})

type SectionIndexProps = {
  form: CourseForm
  errors: Record<string, unknown>
  current: SectionId
  onOpen: (id: SectionId) => void
}

/** The form's sections: which are filled, which have problems, and the way to each. */
export function SectionIndex({ form, errors, current, onOpen }: SectionIndexProps) {
  return (
    <SectionNav aria-label="Form sections">
      <ol>
        {sectionsOf(form.kind).map((section) => {
          const problems = problemsOf(section, errors)
          const state = problems > 0 ? 'problems' : isFilled(section, form) ? 'filled' : 'empty'
          return (
            <li key={section.id}>
              <a
                href={`#section-${section.id}`}
                aria-current={section.id === current ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  onOpen(section.id)
                }}
              >
                <Mark state={state}>
                  {state === 'filled' && <Icon of={IconCheck} size={16} strokeWidth={3} />}
                  {state === 'problems' && problems}
                </Mark>
                {section.title}
                <VisuallyHidden>
                  {{ filled: ', filled', problems: ', has errors', empty: ', empty' }[state]}
                </VisuallyHidden>
              </a>
            </li>
          )
        })}
      </ol>
    </SectionNav>
  )
}

/** Opens the section of the first problem and focuses its field; a link to a field in the address does the same. */
export function useShownProblem(open: (section: SectionId) => void) {
  const show = (problems: Record<string, unknown>) => {
    const first = firstProblem(problems)
    if (!first) return
    open(first.section)
    // The fields of a folded section can take the focus only once it is open. The page's head has a `description` too.
    setTimeout(() => document.querySelector<HTMLElement>(`#course-form [name="${first.field}"]`)?.focus())
  }
  const location = useLocation()
  const wanted = new URLSearchParams(location.search).get('field')
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press of a link to a field focuses it
  useEffect(() => {
    if (wanted) show({ [wanted]: { message: '' } })
  }, [wanted, location.key])
  return show
}
