import { isTask, MAX_PREVIEW_SECONDS, mayLackLink, previewSeconds } from 'contract/courses/lesson-input'
import type { LinkResult } from 'contract/courses/link-check'
import { use, useState } from 'react'
import { type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Muted } from '../forms/form-parts.tsx'
import { SortableList } from '../forms/SortableList.tsx'
import { LessonDrop } from './LessonDrop.tsx'
import { LessonRow } from './LessonRow.tsx'
import { type ContentForm, type LessonFields, lessonsIn, typedSeconds } from './lesson-form.ts'
import { openingText } from './lesson-opening.ts'
import { KnownOfLessons } from './lesson-previews.ts'
import { SectionHead } from './SectionHead.tsx'
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
function useSteadyIds(rows: readonly Row[]): string[] {
  const [shown, setShown] = useState({ rows, ids: rows.map(({ id }) => id) })
  if (shown.rows === rows) return shown.ids
  const ids = steadyIds(shown, rows)
  setShown({ rows, ids })
  return ids
}

/** A row of lessons as the form keeps it; one that is not saved yet has no `lesson_id`. */
type Row = { id: string; lesson_id: string }

type SteadyRows = { rows: readonly Row[]; ids: readonly string[] }

/**
 * Returns the ids of the present rows. A save gives all of them new ones: a lesson keeps the id that it was shown under, and a new lesson,
 * known by nothing else, the one of its place.
 */
export function steadyIds(before: SteadyRows, rows: readonly Row[]): string[] {
  const places = new Map(before.rows.map(({ id }, place) => [id, place]))
  const allNew = !rows.some(({ id }) => places.has(id))
  const placeOf = ({ id, lesson_id }: Row, place: number) => {
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
