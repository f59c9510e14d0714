import { isTask, MAX_PREVIEW_SECONDS, mayLackLink, previewSeconds } from 'contract/courses/lesson-input'
import type { LinkResult } from 'contract/courses/link-check'
import { type DragEvent, type ReactNode, use, useRef, useState } from 'react'
import { type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Row } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { hasFiles } from '../forms/has-files.ts'
import { SortableList } from '../forms/SortableList.tsx'
import { IconCloudUpload, IconPencil } from '../host/admin-icons.ts'
import { LessonRow } from './LessonRow.tsx'
import { type ContentForm, type LessonFields, lessonsIn, typedSeconds } from './lesson-form.ts'
import { openingText } from './lesson-opening.ts'
import { KnownOfLessons } from './lesson-previews.ts'
import type { useLessonFiles } from './use-lesson-files.ts'

type LessonListProps = {
  lessons: Pick<UseFieldArrayReturn<ContentForm, 'content'>, 'fields' | 'move' | 'remove' | 'insert'>
  results: Map<string, LinkResult>
  files: Pick<ReturnType<typeof useLessonFiles>, 'choose' | 'drop'>
}

/** The lessons in their order; several links pasted into one become lessons of their own. */
export function LessonList({ lessons, results, files }: LessonListProps) {
  const { watch, setValue } = useFormContext<ContentForm>()
  const { fields, move, remove, insert } = lessons
  const ids = useSteadyIds(fields)
  const values = watch('content')
  const paste = (index: number, text: string): boolean => {
    const pasted = lessonsIn(text)
    if (pasted.length < 2) return false
    const here = values[index]
    const isEmpty =
      here && !mayLackLink(here.kind) && !here.title.trim() && !here.watch_link.trim() && !here.download_link.trim()
    const [first, ...more] = pasted
    if (isEmpty && first) {
      setValue(`content.${index}.title`, first.title, { shouldDirty: true })
      setValue(`content.${index}.watch_link`, first.watch_link, { shouldDirty: true })
      setValue(`content.${index}.download_link`, first.download_link, { shouldDirty: true })
    }
    insert(index + 1, isEmpty ? more : pasted, { shouldFocus: false })
    return true
  }
  const sections = values.map(({ section }) => section?.trim() ?? '')
  const moveLesson = (from: number, to: number) => {
    const { place, section } = movedTo(sections, from, to)
    if (section !== sections[from]) setValue(`content.${from}.section`, section, { shouldDirty: true })
    if (place !== from) move(from, place)
  }
  const changeSection = (places: readonly number[], { name, days }: { name?: string; days?: string }) => {
    for (const place of places) {
      if (name !== undefined) setValue(`content.${place}.section`, name, { shouldDirty: true })
      if (days === undefined) continue
      setValue(`content.${place}.opens_after_days`, days, { shouldDirty: true })
      setValue(`content.${place}.opens_at`, '', { shouldDirty: true })
    }
  }
  /** The days that all of these lessons share. */
  const daysOf = (places: readonly number[]): string => {
    const [days = '', ...others] = new Set(places.map((place) => values[place]?.opens_after_days?.trim() ?? ''))
    return others.length > 0 ? '' : days
  }
  return (
    <LessonDrop
      takesFile={(index) => !isTask(values[index]?.kind) && values[index]?.watch_link.trim() === ''}
      onDrop={(transfer, at) => void files.drop(transfer, at)}
    >
      <SortableList ids={ids} nameOf={(index) => `lesson ${index + 1}`} onMove={moveLesson}>
        {(index, handle) => {
          const section = sections[index]
          const places = section && section !== sections[index - 1] ? placesOfSection(sections, index) : []
          return (
            <>
              {section && places.length > 0 && (
                <chakra.div mt={index > 0 ? '4' : '0'} mb="2">
                  <SectionHead
                    name={section}
                    days={daysOf(places)}
                    facts={[countText(places.length, 'lesson'), openingText({ opens_after_days: daysOf(places) })]
                      .filter(Boolean)
                      .join(', ')}
                    onChange={(change) => changeSection(places, change)}
                  />
                </chakra.div>
              )}
              <LessonRow
                index={index}
                handle={handle}
                results={results}
                count={fields.length}
                onPreview={(preview) => setValue(`content.${index}.preview`, preview, { shouldDirty: true })}
                onMove={(to) => moveLesson(index, to)}
                onRemove={() => remove(index)}
                onPasteText={(text) => paste(index, text)}
                onChoose={() => void files.choose(index)}
              />
            </>
          )
        }}
      </SortableList>
      <PreviewSum lessons={values} />
    </LessonDrop>
  )
}

/** Adds up the free previews, before a save can refuse them. */
function PreviewSum({ lessons }: { lessons: readonly LessonFields[] }) {
  const { facts } = use(KnownOfLessons)
  const free = lessons.filter(({ preview }) => preview)
  const seconds = previewSeconds(
    free.map(({ watch_link, length, preview }) => ({
      preview,
      seconds: typedSeconds(length ?? '') || 0,
      file_seconds: facts.get(watch_link)?.file_seconds,
    })),
  )
  const minutes = Math.ceil(seconds / 60)
  return (
    <Muted
      role="status"
      mt="3"
      fontVariantNumeric="tabular-nums"
      data-over={seconds > MAX_PREVIEW_SECONDS || undefined}
      css={{ '&[data-over]': { color: 'danger.fg', fontWeight: '600' } }}
    >
      {free.length > 0 &&
        `Free previews: ${countText(free.length, 'lesson')}, ${minutes} of at most ${MAX_PREVIEW_SECONDS / 60} min.`}
    </Muted>
  )
}

/**
 * Returns the new place of a moved lesson, and its section: that of the lesson whose place it takes. A step over the border of a section
 * changes the section alone.
 */
export function movedTo(sections: readonly string[], from: number, to: number): { place: number; section: string } {
  const [own = '', section = ''] = [sections[from], sections[to]]
  const step = Math.abs(to - from) === 1 && section !== own
  return { place: step ? from : to, section }
}

/** The places of the lessons that stand with the one at `place` under its heading. */
export function placesOfSection(sections: readonly string[], place: number): number[] {
  const isOwn = (at: number) => sections[at] === sections[place]
  let [first, last] = [place, place]
  while (first > 0 && isOwn(first - 1)) first -= 1
  while (last < sections.length - 1 && isOwn(last + 1)) last += 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Ids under which the rows stay what they are over a save: open, and with what has the focus. */
function useSteadyIds(rows: readonly Placed[]): string[] {
  const [shown, setShown] = useState({ rows, ids: rows.map(({ id }) => id) })
  if (shown.rows === rows) return shown.ids
  const ids = steadyIds(shown, rows)
  setShown({ rows, ids })
  return ids
}

/** A row of lessons as the form keeps it; one that is not saved yet has no `lesson_id`. */
type Placed = { id: string; lesson_id: string }

type SteadyRows = { rows: readonly Placed[]; ids: readonly string[] }

/**
 * Returns the ids of the present rows. A save gives all of them new ones: a lesson keeps the id that it was shown under, and a new lesson,
 * known by nothing else, the one of its place.
 */
export function steadyIds(before: SteadyRows, rows: readonly Placed[]): string[] {
  const places = new Map(before.rows.map(({ id }, place) => [id, place]))
  const allNew = !rows.some(({ id }) => places.has(id))
  const placeOf = ({ id, lesson_id }: Placed, place: number) => {
    if (!allNew) return places.get(id)
    const same = before.rows.findIndex((row) => row.lesson_id !== '' && row.lesson_id === lesson_id)
    if (same >= 0) return same
    return before.rows[place]?.lesson_id === '' ? place : undefined
  }
  return rows.map((row, place) => {
    const known = placeOf(row, place)
    return (known === undefined ? undefined : before.ids[known]) ?? row.id
  })
}

const Mark = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '2',
    zIndex: '2',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minH: '44px',
    px: '3',
    border: '2px dashed',
    borderColor: 'action.solid',
    borderRadius: 'l2',
    bg: 'action.subtle',
    color: 'action.fg',
    fontWeight: '550',
    textAlign: 'center',
    pointerEvents: 'none',
    transform: 'translateY(-50%)',
  },
})

/** The target of a drop: before the lesson at `place`, or into the one at `onto`. */
type DropPlace = { place: number; onto: number | undefined }

type LessonDropProps = {
  /** True for a lesson without a file, which takes the drop itself. */
  takesFile: (index: number) => boolean
  onDrop: (transfer: DataTransfer, at: DropPlace) => void
  children: ReactNode
}

/** Around the list of lessons: files that are dragged over it show where they would become lessons. */
function LessonDrop({ takesFile, onDrop, children }: LessonDropProps) {
  const area = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState<DropPlace & { top: number }>()
  const find = ({ clientY }: DragEvent): DropPlace & { top: number } => {
    const box = area.current?.getBoundingClientRect()
    const rows = [...(area.current?.querySelectorAll('[data-lesson]') ?? [])].map((row) => row.getBoundingClientRect())
    const onto = rows.findIndex(
      ({ top, height }, index) => clientY > top + height * 0.25 && clientY < top + height * 0.75 && takesFile(index),
    )
    const before = rows.findIndex(({ top, height }) => clientY < top + height / 2)
    const place = before < 0 ? rows.length : before
    const row = onto < 0 ? undefined : rows[onto]
    const edge = row ? row.top + row.height / 2 : (rows[place]?.top ?? rows.at(-1)?.bottom ?? box?.top ?? 0)
    return { place, onto: onto < 0 ? undefined : onto, top: edge - (box?.top ?? 0) }
  }
  return (
    <chakra.div
      ref={area}
      position="relative"
      data-lesson-drop
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(find(event))
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(undefined)
        onDrop(event.dataTransfer, find(event))
      }}
    >
      {children}
      {over && (
        <Mark style={{ top: `${over.top}px` }}>
          <Icon of={IconCloudUpload} />
          {over.onto === undefined
            ? `Drop files here to add them as lesson ${over.place + 1}`
            : `Drop one file here for lesson ${over.onto + 1}`}
        </Mark>
      )}
    </chakra.div>
  )
}

type SectionHeadProps = {
  name: string
  /** Days after enrolment at which all its lessons open, as typed; empty where they differ or open at once. */
  days: string
  facts: string
  onChange: (change: { name?: string; days?: string }) => void
}

/** The heading of a section, which is changed in place; without a name its lessons stand under none. */
function SectionHead({ name, days, facts, onChange }: SectionHeadProps) {
  const [typed, setTyped] = useState<{ name: string; days: string }>()
  const save = () => {
    setTyped(undefined)
    if (!typed) return
    onChange({
      ...(typed.name.trim() !== name && { name: typed.name.trim() }),
      ...(typed.days.trim() !== days && { days: typed.days.trim() }),
    })
  }
  if (typed) {
    return (
      <chakra.fieldset
        display="flex"
        flexWrap="wrap"
        alignItems="end"
        gap="3"
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(undefined)
          if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
          // The form around it is not sent.
          event.preventDefault()
          save()
        }}
      >
        <chakra.div flex="1 1 220px" maxW="420px">
          <Field
            label="Name of the section"
            value={typed.name}
            maxLength={120}
            autoFocus
            onChange={(event) => setTyped({ ...typed, name: event.target.value })}
          />
        </chakra.div>
        <chakra.div w="170px">
          <Field
            label="Opens after days"
            optional
            inputMode="numeric"
            maxLength={4}
            value={typed.days}
            onChange={(event) => setTyped({ ...typed, days: event.target.value })}
          />
        </chakra.div>
        <Button variant="outline" onClick={save}>
          Done
        </Button>
      </chakra.fieldset>
    )
  }
  return (
    <Row gap="2" minH="11">
      <chakra.h2 textStyle="h3" overflowWrap="anywhere" minW="0">
        {name}
      </chakra.h2>
      <Muted as="span">{facts}</Muted>
      <IconButton
        compact
        color="fg.muted"
        aria-label={`Change section ${name}`}
        onClick={() => setTyped({ name, days })}
      >
        <Icon of={IconPencil} />
      </IconButton>
    </Row>
  )
}
