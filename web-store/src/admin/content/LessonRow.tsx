import { chakra } from '@chakra-ui/react'
import type { LinkResult } from 'contract/link-check'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { IconArrowDown, IconArrowUp } from '../admin-icons.ts'
import { Choice } from '../components/form-parts.tsx'
import { LessonFile } from './LessonFile.tsx'
import { LessonResources } from './LessonResources.tsx'
import { LinkState } from './LinkState.tsx'
import type { ContentForm } from './lesson-form.ts'

const Lesson = chakra(Card, {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '36px 1fr auto', md: '36px 34px minmax(0,1fr) auto' },
    gap: '1.5',
    alignItems: 'start',
    px: '2',
    py: '4',
  },
})

const Place = chakra('span', {
  base: {
    fontSize: '1.5rem',
    fontWeight: '800',
    fontStretch: '80%',
    color: 'offer.fg',
    pt: '5px',
    lineHeight: '1.2',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

const Fields = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' },
    gap: '3.5',
    gridColumn: { base: '1/-1', md: 'auto' },
    gridRow: { base: '2', md: 'auto' },
    px: { base: '2', md: '0' },
    minW: '0',
  },
})

const labels = { title: 'title', section: 'section', download_link: 'download link', length: 'length' } as const

type LessonRowProps = {
  index: number
  /** Of all lessons. */
  count: number
  /** Moves it by dragging or by keys. */
  handle: ReactNode
  results: Map<string, LinkResult>
  onPreview: (preview: boolean) => void
  onMove: (to: number) => void
  onRemove: () => void
  /** Answers whether the text was lessons of its own. */
  onPasteText: (text: string) => boolean
  onChoose: () => void
}

/** One lesson with its fields and its file. */
export function LessonRow(props: LessonRowProps) {
  const { index, count, handle, results, onPreview, onMove, onRemove, onPasteText, onChoose } = props
  const { register, formState, watch } = useFormContext<ContentForm>()
  const lesson = watch(`content.${index}`)
  const problems = formState.errors.content?.[index]
  const field = (part: keyof typeof labels) => ({
    error: problems?.[part]?.message,
    'aria-label': `Lesson ${index + 1}, ${labels[part]}`,
    ...register(`content.${index}.${part}`),
  })
  return (
    <Lesson asChild data-lesson>
      <section
        aria-label={`Lesson ${index + 1}`}
        onPaste={(event) => {
          if (onPasteText(event.clipboardData.getData('text'))) event.preventDefault()
        }}
      >
        {handle}
        <Place aria-hidden>{index + 1}</Place>
        <Fields>
          <chakra.div gridColumn="1/-1">
            <Field label="Title" required maxLength={300} {...field('title')} />
          </chakra.div>
          <chakra.div gridColumn="1/-1">
            <LessonFile index={index} result={results.get(lesson?.watch_link.trim() ?? '')} onChoose={onChoose} />
          </chakra.div>
          <div>
            <Field label="Download link" optional inputMode="url" maxLength={2000} {...field('download_link')} />
            <LinkState result={results.get(lesson?.download_link.trim() ?? '')} />
          </div>
          <Field label="Section" optional maxLength={120} {...field('section')} />
          <Field
            label="Length"
            optional
            maxLength={8}
            placeholder="4:20"
            help="For videos on other sites. For videos in your library we read it from the file."
            {...field('length')}
          />
          <LessonResources index={index} />
          <Choice>
            <input
              type="checkbox"
              checked={lesson?.preview ?? false}
              aria-label={`Lesson ${index + 1}, free preview`}
              onChange={(event) => onPreview(event.currentTarget.checked)}
            />
            Free preview: visitors can watch this lesson before they buy
          </Choice>
        </Fields>
        <chakra.div display="flex" flexDirection={{ base: 'row', md: 'column' }} justifyContent="end">
          <IconButton
            compact
            color="fg.muted"
            aria-label={`Move lesson ${index + 1} up`}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <Icon of={IconArrowUp} />
          </IconButton>
          <IconButton
            compact
            color="fg.muted"
            aria-label={`Move lesson ${index + 1} down`}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          >
            <Icon of={IconArrowDown} />
          </IconButton>
          <IconButton
            compact
            color="fg.muted"
            _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
            aria-label={`Remove lesson ${index + 1}`}
            onClick={onRemove}
          >
            <Icon of={IconTrash} />
          </IconButton>
        </chakra.div>
      </section>
    </Lesson>
  )
}
