import { MAX_ENTRIES } from 'contract/courses/input'
import { linesOf } from 'contract/plain-text'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { chakra } from '../../../ui/chakra.ts'
import { Field, Input } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconPlus, IconX } from '../../../ui/icons.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { IconChevronDown } from '../../../ui/secondary-icons.ts'
import { EntryBox, FieldProblem, GroupLabel, Tools } from '../../forms/form-parts.tsx'
import { SortableList } from '../../forms/SortableList.tsx'
import { WaitingButton } from '../../forms/WaitingButton.tsx'
import { Thumb } from '../../lists/Thumb.tsx'
import { PendingFile } from '../../media/library/PendingFile.tsx'
import { MediaTools } from '../../media/MediaTools.tsx'
import { uploadKeyOf } from '../../media/queue/upload-reference.ts'
import type { CourseForm, LineListName } from './course-form.ts'

type EntryListOf<Name> = {
  name: Name
  /** Heading of the list. */
  label: string
  /** Names one entry: `line`, `step`. */
  entry: string
  help?: string
}

type EntryListProps = EntryListOf<string> & {
  ids: string[]
  problem: string | undefined
  /** Entries are such files, which may be chosen, too. */
  kind?: 'image' | 'video' | undefined
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  onAdd: () => void
  onUrls: (urls: string[]) => void
  /** Draws an entry with its handle and the button that removes it. */
  children: (index: number, handle: ReactNode, remove: ReactNode) => ReactNode
}

/** A list of entries that are put in order by hand. */
function EntryList(props: EntryListProps) {
  const { name, label, entry, help, ids, problem, kind, onMove, onRemove, onAdd, onUrls, children } = props
  const id = `${name}-label`
  return (
    <Stack data-list role="group" aria-labelledby={id} gap="2.5" minW="0">
      <GroupLabel id={id} help={help}>
        {label}
      </GroupLabel>
      <SortableList ids={ids} nameOf={(index) => `${entry} ${index + 1} of ${label}`} onMove={onMove}>
        {(index, handle) =>
          children(
            index,
            handle,
            <IconButton
              compact
              color="fg.subtle"
              aria-label={`Remove ${entry} ${index + 1} of ${label}`}
              onClick={() => onRemove(index)}
            >
              <Icon of={IconX} />
            </IconButton>,
          )
        }
      </SortableList>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      <Tools>
        <WaitingButton
          variant="ghost"
          size="sm"
          data-add
          waitsFor={ids.length >= MAX_ENTRIES && `There are ${MAX_ENTRIES} already: remove one first`}
          onClick={onAdd}
        >
          <Icon of={IconPlus} size={16} />
          Add {entry}
        </WaitingButton>
        {kind && <MediaTools kind={kind} of={`for ${label}`} multiple onUrls={onUrls} />}
      </Tools>
    </Stack>
  )
}

type LineListProps = EntryListOf<LineListName> & {
  /** Entries are addresses of such files. */
  kind?: 'image' | 'video'
}

/** A list of texts or addresses, put in order by hand; several pasted lines become several entries. */
export function LineList(of: LineListProps) {
  const { name, label, entry, kind } = of
  const { control, register, formState, setFocus, setValue, watch } = useFormContext<CourseForm>()
  const { fields, append, insert, remove, move } = useFieldArray({ control, name })
  const values = watch(name)
  const listErrors = formState.errors[name]
  // One line is pasted as ever.
  const paste = (event: ClipboardEvent<HTMLElement>, index: number) => {
    const [first = '', ...more] = linesOf(event.clipboardData.getData('text'))
    if (more.length === 0) return
    event.preventDefault()
    setValue(`${name}.${index}.value`, `${values[index]?.value ?? ''}${first}`, { shouldDirty: true })
    insert(
      index + 1,
      more.slice(0, MAX_ENTRIES - fields.length).map((value) => ({ value })),
      { shouldFocus: false },
    )
  }
  const removeAt = (index: number) => {
    remove(index)
    if (uploadKeyOf(values[index]?.value ?? '') === undefined && fields.length > 1)
      setTimeout(() => setFocus(`${name}.${Math.max(0, index - 1)}.value`))
  }
  return (
    <EntryList
      {...of}
      ids={fields.map(({ id }) => id)}
      problem={listErrors?.message}
      onMove={move}
      onRemove={removeAt}
      onAdd={() => append({ value: '' }, { focusName: `${name}.${fields.length}.value` })}
      onUrls={(urls) =>
        append(
          urls.map((value) => ({ value })),
          { shouldFocus: false },
        )
      }
    >
      {(index, handle, button) => {
        const error = listErrors?.[index]?.value?.message
        const value = values[index]?.value ?? ''
        return (
          <div data-line>
            <Row gap="0.5">
              {handle}
              {uploadKeyOf(value) === undefined ? (
                <>
                  {kind && <Thumb url={value} kind={kind} />}
                  <Input
                    aria-label={`${label}, ${entry} ${index + 1}`}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `${name}-${index}-error` : undefined}
                    maxLength={2000}
                    inputMode={kind ? 'url' : undefined}
                    onPaste={(event) => paste(event, index)}
                    {...register(`${name}.${index}.value`)}
                  />
                  {button}
                </>
              ) : (
                <PendingFile reference={value} onRemove={() => removeAt(index)} />
              )}
            </Row>
            {error && <FieldProblem id={`${name}-${index}-error`}>{error}</FieldProblem>}
          </div>
        )
      }}
    </EntryList>
  )
}

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
