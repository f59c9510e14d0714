import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { countText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconPlus } from '../../../ui/icons.ts'
import { IconChevronDown } from '../../../ui/secondary-icons.ts'
import { Tools } from '../../forms/form-parts.tsx'
import { partNames } from '../plan/missing-parts.ts'
import type { CourseForm } from './course-form.ts'
import { blockFields } from './section-fields.tsx'
import { type Block, isNamed, type Section } from './sections.ts'

const Part = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0,1fr)',
    gap: '4.5',
    '& + &': { borderTopWidth: '1px', borderColor: 'border', pt: '4.5' },
  },
})

const Folded = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    w: 'full',
    minH: '11',
    mb: '-2.5',
    mt: '-1.5',
    textAlign: 'start',
    cursor: 'pointer',
    '& b': { fontWeight: '600' },
    '& small': { flex: '1', minW: '0', textStyle: 'sm', color: 'fg.muted' },
  },
})

/** The words of a block in a line; of addresses their number. */
function wordsIn({ fields }: Block, form: CourseForm): string {
  const words = fields
    .flatMap((field): unknown[] => {
      const value = form[field]
      return Array.isArray(value) ? value.map((entry) => Object.values(entry)[0]) : [value]
    })
    .filter((word): word is string => typeof word === 'string' && word !== '')
  return (
    words.filter((word) => !/^(\/|https?:)/.test(word)).join(', ') ||
    (words.length > 0 ? countText(words.length, 'file') : '')
  )
}

/** The blocks of a section: what has to be filled in is open, what is filled in waits in a line, an empty one is added by its button. */
export function Blocks({ section: { step, blocks }, banner }: { section: Section; banner: ReactNode }) {
  const [search] = useSearchParams()
  const { watch, formState } = useFormContext<CourseForm>()
  const values = watch()
  const [opened, setOpened] = useState<readonly string[]>([])
  const wanted = search.get('field') ?? search.get('step')
  const isOpen = (one: Block) =>
    step !== 'page' ||
    opened.includes(one.id) ||
    isNamed(one, wanted) ||
    one.fields.some((field) => field in partNames || formState.errors[field])
  const open = (id: string) => {
    flushSync(() => setOpened([...opened, id]))
    document.querySelector<HTMLElement>(`#block-${id} :is([data-add], input, textarea)`)?.focus()
  }
  const shown = blocks.filter((one) => isOpen(one) || wordsIn(one, values))
  const others = blocks.filter((one) => !shown.includes(one))
  return (
    <>
      {shown.map((one) => (
        <Part key={one.id} id={`block-${one.id}`}>
          {isOpen(one) ? (
            blockFields(one.id, banner)
          ) : (
            <Folded type="button" aria-expanded={false} onClick={() => open(one.id)}>
              <b>{one.title}</b>
              <chakra.small truncate>{wordsIn(one, values)}</chakra.small>
              <Icon of={IconChevronDown} size={16} />
            </Folded>
          )}
        </Part>
      ))}
      {others.length > 0 && (
        <Part role="group" aria-labelledby="add-section" gap="2">
          <chakra.p id="add-section" textStyle="label">
            Add a section
          </chakra.p>
          <Tools gap="2">
            {others.map(({ id, title }) => (
              <Button key={id} variant="outline" size="sm" onClick={() => open(id)}>
                <Icon of={IconPlus} size={16} />
                {title}
              </Button>
            ))}
          </Tools>
        </Part>
      )}
    </>
  )
}
