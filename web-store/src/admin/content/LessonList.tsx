import { isTask, mayLackLink } from 'contract/lesson-input'
import type { LinkResult } from 'contract/link-check'
import { type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { SortableList } from '../forms/SortableList.tsx'
import { LessonDrop } from './LessonDrop.tsx'
import { LessonRow } from './LessonRow.tsx'
import { type ContentForm, lessonsIn } from './lesson-form.ts'
import { openingText } from './lesson-opening.ts'
import { SectionHead } from './SectionHead.tsx'
import { movedTo, placesOfSection } from './section-moves.ts'
import type { useLessonFiles } from './use-lesson-files.ts'
import { useSteadyIds } from './use-steady-ids.ts'

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
  /** One lesson at most: choosing another takes the choice away from the first. */
  const choosePreview = (chosen: number, preview: boolean) => {
    for (const index of values.keys()) {
      setValue(`content.${index}.preview`, preview && index === chosen, { shouldDirty: true })
    }
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
                {...{ index, handle, results }}
                count={fields.length}
                onPreview={(preview) => choosePreview(index, preview)}
                onMove={(to) => moveLesson(index, to)}
                onRemove={() => remove(index)}
                onPasteText={(text) => paste(index, text)}
                onChoose={() => void files.choose(index)}
              />
            </>
          )
        }}
      </SortableList>
    </LessonDrop>
  )
}
