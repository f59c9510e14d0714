import type { StudentLesson } from 'contract/learning'
import type { Note } from 'contract/notes'
import { useState } from 'react'
import { plural, t } from '../../../language/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { IconDownload } from '../../../ui/secondary-icons.ts'
import { Text } from '../../../ui/text.tsx'
import type { StageHandle } from '../lesson/stage-parts.tsx'
import { useContent } from '../lesson/use-content.ts'
import { useFocusOn } from '../use-focus-on.ts'
import { NewNote } from './NewNote.tsx'
import { NoteLine } from './NoteLine.tsx'
import { byLesson, notesText } from './notes-text.ts'
import { useNotes } from './use-notes.ts'

const List = chakra('ul', { base: { listStyle: 'none', mt: '3' } })
const Foot = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', mt: '3' } })

type Props = {
  courseId: string
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  stage: StageHandle | undefined
  /** Opens a lesson at a second. */
  onGo: (lessonId: string, second: number) => void
}

/** A student's own notes, of this lesson or of the whole course. */
export function Notes({ courseId, lesson, lessons, stage, onGo }: Props) {
  const { list, notes, put, remove } = useNotes(courseId)
  const { data } = useContent(courseId)
  const [all, setAll] = useState(false)
  const place = useFocusOn<HTMLDivElement>(remove.isSuccess)
  const groups = byLesson(all ? notes : notes.filter(({ lesson_id }) => lesson_id === lesson.lesson_id), lessons)
  const save = () => {
    const text = notesText(data?.course_name ?? t('Notes'), notes, lessons)
    saveFile('notes.md', new Blob([text], { type: 'text/markdown' }))
  }
  const line = (note: Note) => (
    <NoteLine
      key={note.note_id}
      note={note}
      onGo={() => onGo(note.lesson_id, note.second ?? 0)}
      onSaved={put}
      removing={remove.isPending && remove.variables === note.note_id}
      onRemove={() => remove.mutate(note.note_id)}
    />
  )
  return (
    <chakra.div ref={place} tabIndex={-1} role="group" aria-label={t('Notes')} outline="0 !important">
      <NewNote courseId={courseId} lessonId={lesson.lesson_id} stage={stage} onSaved={put} />
      {(list.isError || remove.isError) && (
        <Text role="alert" color="danger.fg" mt="3">
          {list.isError ? t('Your notes could not be loaded.') : t('The note could not be deleted. Please try again.')}
        </Text>
      )}
      {groups.map((group) => (
        <chakra.div key={group.lesson_id}>
          {all && (
            <chakra.h3 textStyle="label" mt="4" overflowWrap="anywhere">
              {group.title}
            </chakra.h3>
          )}
          <List aria-label={all ? t('Notes of {title}', { title: group.title }) : t('Notes of this lesson')}>
            {group.notes.map(line)}
          </List>
        </chakra.div>
      ))}
      {notes.length > 0 && (
        <Foot>
          <Button variant="outline" size="sm" onClick={save}>
            <Icon of={IconDownload} size={16} />
            {t('Download my notes')}
          </Button>
          <Button variant="ghost" size="sm" aria-pressed={all} onClick={() => setAll(!all)}>
            {t('All lessons')}
          </Button>
          <Text textStyle="sm" color="fg.muted">
            {plural(notes.length, { one: '{count} note in this course', other: '{count} notes in this course' })}
          </Text>
        </Foot>
      )}
    </chakra.div>
  )
}
