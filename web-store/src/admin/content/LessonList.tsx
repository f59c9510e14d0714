import { chakra } from '@chakra-ui/react'
import type { LinkResult } from 'contract/link-check'
import { type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { IconArrowDown, IconArrowUp } from '../admin-icons.ts'
import { Choice } from '../components/form-parts.tsx'
import { SortableList } from '../components/SortableList.tsx'
import { PendingFile } from '../media/PendingFile.tsx'
import { uploadKeyOf } from '../media/upload-reference.ts'
import { LinkState } from './LinkState.tsx'
import { type ContentForm, lessonsIn } from './lesson-form.ts'

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

const labels = {
  ...{ title: 'title', watch_link: 'watch link', download_link: 'download link', length: 'length' },
} as const

type LessonListProps = {
  lessons: Pick<UseFieldArrayReturn<ContentForm, 'content'>, 'fields' | 'move' | 'remove' | 'insert'>
  results: Map<string, LinkResult>
}

/** The lessons in their order; several links pasted into one become lessons of their own. */
export function LessonList({ lessons, results }: LessonListProps) {
  const { register, formState, watch, setValue } = useFormContext<ContentForm>()
  const { fields, move, remove, insert } = lessons
  const values = watch('content')
  const errors = formState.errors.content
  const paste = (index: number, text: string): boolean => {
    const pasted = lessonsIn(text)
    if (pasted.length < 2) return false
    const here = values[index]
    const isEmpty = here && !here.title.trim() && !here.watch_link.trim() && !here.download_link.trim()
    const [first, ...more] = pasted
    if (isEmpty && first) {
      setValue(`content.${index}.title`, first.title, { shouldDirty: true })
      setValue(`content.${index}.watch_link`, first.watch_link, { shouldDirty: true })
      setValue(`content.${index}.download_link`, first.download_link, { shouldDirty: true })
    }
    insert(index + 1, isEmpty ? more : pasted, { shouldFocus: false })
    return true
  }
  /** One lesson at most: choosing another takes the choice away from the first. */
  const choosePreview = (chosen: number, preview: boolean) => {
    for (const index of values.keys()) {
      setValue(`content.${index}.preview`, preview && index === chosen, { shouldDirty: true })
    }
  }
  return (
    <SortableList
      ids={fields.map(({ id }) => id)}
      nameOf={(index) => `lesson ${index + 1}`}
      onMove={(from, to) => move(from, to)}
    >
      {(index, handle) => {
        const problems = errors?.[index]
        const field = (part: keyof typeof labels) => ({
          error: problems?.[part]?.message,
          'aria-label': `Lesson ${index + 1}, ${labels[part]}`,
          ...register(`content.${index}.${part}`),
        })
        return (
          <Lesson asChild>
            <section
              aria-label={`Lesson ${index + 1}`}
              onPaste={(event) => {
                if (paste(index, event.clipboardData.getData('text'))) event.preventDefault()
              }}
            >
              {handle}
              <Place aria-hidden>{index + 1}</Place>
              <Fields>
                <chakra.div gridColumn="1/-1">
                  <Field label="Title" required maxLength={300} {...field('title')} />
                </chakra.div>
                {uploadKeyOf(values[index]?.watch_link) === undefined ? (
                  <div>
                    <Field label="Watch link" required inputMode="url" maxLength={2000} {...field('watch_link')} />
                    <LinkState result={results.get(values[index]?.watch_link.trim() ?? '')} />
                  </div>
                ) : (
                  <PendingFile
                    reference={values[index]?.watch_link ?? ''}
                    onRemove={() => setValue(`content.${index}.watch_link`, '', { shouldDirty: true })}
                  />
                )}
                <div>
                  <Field label="Download link" optional inputMode="url" maxLength={2000} {...field('download_link')} />
                  <LinkState result={results.get(values[index]?.download_link.trim() ?? '')} />
                </div>
                <Field
                  label="Length"
                  optional
                  maxLength={8}
                  placeholder="4:20"
                  help="For videos on other sites. For videos in your library we read it from the file."
                  {...field('length')}
                />
                <Choice>
                  <input
                    type="checkbox"
                    checked={values[index]?.preview ?? false}
                    aria-label={`Lesson ${index + 1}, free preview`}
                    onChange={(event) => choosePreview(index, event.currentTarget.checked)}
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
                  onClick={() => move(index, index - 1)}
                >
                  <Icon of={IconArrowUp} />
                </IconButton>
                <IconButton
                  compact
                  color="fg.muted"
                  aria-label={`Move lesson ${index + 1} down`}
                  disabled={index === fields.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <Icon of={IconArrowDown} />
                </IconButton>
                <IconButton
                  compact
                  color="fg.muted"
                  _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
                  aria-label={`Remove lesson ${index + 1}`}
                  onClick={() => remove(index)}
                >
                  <Icon of={IconTrash} />
                </IconButton>
              </chakra.div>
            </section>
          </Lesson>
        )
      }}
    </SortableList>
  )
}
