import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { IconChevronDown } from '../../../ui/secondary-icons.ts'
import { EntryBox } from '../../forms/form-parts.tsx'
import { PendingFile } from '../../media/library/PendingFile.tsx'
import { MediaTools } from '../../media/MediaTools.tsx'
import { uploadKeyOf } from '../../media/queue/upload-reference.ts'
import type { CourseForm } from './course-form.ts'
import { EntryList, type EntryListOf } from './EntryList.tsx'
import { Thumb } from './Thumb.tsx'

/** The lists whose entries have several fields, with an empty entry of each. */
const blanks = {
  product_content_samples: { title: '', subtitle: 'none', image: '' },
  bonuses: { title: '', image: '' },
  exclusive_bonuses: { title: '', image: '' },
  CUSTOMER_REVIEWS: { image: '' },
  faq: { question: '', answer: '' },
} as const
type CardListName = keyof typeof blanks

const LABELS: Record<string, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  image: 'Image link',
  question: 'Question',
  answer: 'Answer',
}

/** Longer lists show their written entries as one line each, so that the step stays within one screen. */
const OPEN_ENTRIES = 3

/** A list of cards or questions, put in order by hand. */
export function CardList(of: EntryListOf<CardListName>) {
  const { name, entry } = of
  const { control, formState } = useFormContext<CourseForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const blank = blanks[name]
  const parts = Object.keys(blank)
  return (
    <EntryList
      {...of}
      ids={fields.map(({ id }) => id)}
      problem={formState.errors[name]?.message}
      kind={'image' in blank ? 'image' : undefined}
      onMove={move}
      onRemove={remove}
      onAdd={() => append({ ...blank }, { focusName: `${name}.${fields.length}.${parts[0]}` })}
      onUrls={(urls) =>
        append(
          urls.map((image) => ({ ...blank, image })),
          { shouldFocus: false },
        )
      }
    >
      {(index, handle, button) => (
        <EntryBox>
          {handle}
          <Foldable list={name} index={index} of={`${entry} ${index + 1}`} folds={fields.length > OPEN_ENTRIES}>
            {parts.map((part) => (
              <Part key={part} list={name} index={index} part={part} of={`${entry} ${index + 1}`} />
            ))}
          </Foldable>
          {button}
        </EntryBox>
      )}
    </EntryList>
  )
}

type FoldableProps = { list: CardListName; index: number; of: string; folds: boolean; children: ReactNode }

/** Shows an entry as one line until it is opened; a new one, and one with a problem, is open. */
function Foldable({ list, index, of, folds, children }: FoldableProps) {
  const { formState, getValues, setFocus } = useFormContext<CourseForm>()
  const [title = '', ...rest] = Object.entries(getValues(`${list}.${index}`) ?? {}).flatMap(([part, text]) =>
    part === 'id' || text === 'none' ? [] : [text],
  )
  const [open, setOpen] = useState(!folds || title === '')
  if (open || formState.errors[list]?.[index]) return <Stack minW="0">{children}</Stack>
  const image = rest.at(-1) ?? title
  return (
    <chakra.button
      type="button"
      display="flex"
      alignItems="center"
      gap="2.5"
      minW="0"
      minH="9"
      textAlign="start"
      cursor="pointer"
      aria-expanded={false}
      aria-label={`Open ${of}: ${title}`}
      onClick={() => {
        flushSync(() => setOpen(true))
        setFocus(`${list}.${index}.${Object.keys(blanks[list])[0]}` as PartPath)
      }}
    >
      {'image' in blanks[list] && <Thumb url={image} kind="image" />}
      <chakra.span flex="1" minW="0" truncate>
        {title}
      </chakra.span>
      <Icon of={IconChevronDown} size={16} />
    </chakra.button>
  )
}

/** Fields of all lists share one form of path; `blanks` names the parts of a list. */
type PartPath = 'faq.0.question'

function Part({ list, index, part, of }: { list: CardListName; index: number; part: string; of: string }) {
  const { register, formState, watch, setValue } = useFormContext<CourseForm>()
  const path = `${list}.${index}.${part}` as PartPath
  const errors = formState.errors[list]?.[index] as Record<string, { message?: string }> | undefined
  const label: ReactNode = LABELS[part] ?? part
  const field = {
    label,
    error: errors?.[part]?.message,
    'aria-label': `${of}, ${LABELS[part] ?? part}`,
    ...register(path),
  }
  if (part === 'answer') return <Field as="textarea" rows={2} minH="16" {...field} />
  if (part !== 'image') return <Field {...field} />
  const image = watch(path) ?? ''
  const set = (url: string) => setValue(path, url, { shouldDirty: true })
  if (uploadKeyOf(image) !== undefined) return <PendingFile reference={image} onRemove={() => set('')} />
  return (
    <chakra.div display="flex" alignItems="end" gap="1.5" flexWrap="wrap">
      <Thumb url={image} kind="image" />
      <chakra.div flex="1 1 180px">
        <Field inputMode="url" {...field} />
      </chakra.div>
      <MediaTools kind="image" of={`for ${of}`} onUrls={([url = '']) => set(url)} />
    </chakra.div>
  )
}
