import type { ReactNode } from 'react'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Card } from '../../../ui/layout.tsx'
import { IconChevronDown } from '../../../ui/secondary-icons.ts'
import type { SectionId } from './sections.ts'

type FormSectionProps = {
  id: SectionId
  title: string
  /** Summarizes the folded section; absent if it does not fold. */
  summary: string | undefined
  open: boolean
  onToggle: () => void
  children: ReactNode
}

const Toggle = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3.5',
    w: 'full',
    minH: '13',
    px: { base: '4', lg: '7' },
    py: '3',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'l3',
    '& svg': { ms: 'auto', transition: 'transform 200ms' },
    '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
  },
})

const Body = chakra('div', {
  base: {
    display: 'grid',
    gap: '4.5',
    px: { base: '4', lg: '7' },
    pb: { base: '5', lg: '7' },
    '&[hidden]': { display: 'none' },
  },
})

/** A section of the course form; a rarely used one is folded to a line. Its fields stay in the page, so that nothing typed goes. */
export function FormSection({ id, title, summary, open, onToggle, children }: FormSectionProps) {
  const headingId = `section-${id}-title`
  const folds = summary !== undefined
  return (
    <Card asChild>
      <section id={`section-${id}`} data-section={id} aria-labelledby={headingId} style={{ scrollMarginTop: '72px' }}>
        {folds ? (
          <Toggle type="button" aria-expanded={open} aria-controls={`section-${id}-body`} onClick={onToggle}>
            <chakra.h2 id={headingId} textStyle="h3" tabIndex={-1} outline="0">
              {title}
            </chakra.h2>
            <chakra.span textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {summary}
            </chakra.span>
            <Icon of={IconChevronDown} />
          </Toggle>
        ) : (
          <chakra.h2
            id={headingId}
            textStyle="h3"
            fontSize="1.375rem"
            tabIndex={-1}
            outline="0"
            px={{ base: '4', lg: '7' }}
            pt={{ base: '4.5', lg: '26px' }}
            pb="4.5"
          >
            {title}
          </chakra.h2>
        )}
        <Body id={`section-${id}-body`} hidden={folds && !open} pt={folds ? '1' : '0'}>
          {children}
        </Body>
      </section>
    </Card>
  )
}
