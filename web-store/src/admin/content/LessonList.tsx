import { chakra } from '@chakra-ui/react'
import type { LinkResult } from 'contract/link-check'
import { type UseFieldArrayReturn, useFormContext } from 'react-hook-form'
import { SortableList } from '../components/SortableList.tsx'
import { LessonDrop } from './LessonDrop.tsx'
import { LessonRow } from './LessonRow.tsx'
import { type ContentForm, lessonsIn } from './lesson-form.ts'
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
  const values = watch('content')
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
    <LessonDrop
      takesFile={(index) => values[index]?.watch_link.trim() === ''}
      onDrop={(transfer, at) => void files.drop(transfer, at)}
    >
      <SortableList
        ids={fields.map(({ id }) => id)}
        nameOf={(index) => `lesson ${index + 1}`}
        onMove={(from, to) => move(from, to)}
      >
        {(index, handle) => {
          const section = values[index]?.section?.trim()
          const begins = section && section !== values[index - 1]?.section?.trim()
          return (
            <>
              {begins && (
                <chakra.h2 textStyle="h3" mt={index > 0 ? '4' : '0'} mb="2" overflowWrap="anywhere">
                  {section}
                </chakra.h2>
              )}
              <LessonRow
                {...{ index, handle, results }}
                count={fields.length}
                onPreview={(preview) => choosePreview(index, preview)}
                onMove={(to) => move(index, to)}
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
