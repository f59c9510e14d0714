import { MAX_NOTE } from 'contract/note-length'
import type { Note } from 'contract/notes'
import { useEffect, useState } from 'react'
import { client, isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { t } from '../../../language/text.ts'
import { type NoteInHand, noteDrafts } from '../../../stores/note-drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { clockLength } from '../../../ui/format.ts'
import type { StageHandle } from '../lesson/stage-parts.tsx'
import { newKey } from '../new-key.ts'
import { fetchLate, problemOf, waitingNote } from './use-notes.ts'

type Props = { courseId: string; lessonId: string; stage: StageHandle | undefined; onSaved: (note: Note) => void }

/** Where a note is written, at the second at which it was begun. It is kept in the tab until the shop has it. */
export function NewNote({ courseId, lessonId, stage, onSaved }: Props) {
  const [note, setNote] = useState<NoteInHand | undefined>(() => noteDrafts.read(lessonId))
  const second = useSecond(stage)
  const write = (text: string) => {
    if (text === '') {
      setNote(undefined)
      noteDrafts.forget(lessonId)
      return
    }
    const next = note ? { ...note, text } : { text, second: stage?.second() ?? null, key: newKey() }
    if (!note) stage?.video?.pause()
    setNote(next)
    noteDrafts.keep(lessonId, next)
  }
  const saving = useSubmission({
    mutationFn: async (sent: NoteInHand): Promise<Note> => {
      const written = { course_id: courseId, lesson_id: lessonId, ...sent }
      try {
        return await client.notes.add(written)
      } catch (error) {
        if (navigator.onLine || isApiError(error)) throw error
        const { keepNote } = await fetchLate().catch(() => Promise.reject(error))
        await keepNote(written).catch(() => Promise.reject(error))
        return waitingNote(written)
      }
    },
    onSuccess: (saved, sent) => {
      onSaved(saved)
      // What was typed while it was on its way is not thrown away.
      setNote((now) => (now?.key === sent.key && now.text === sent.text ? undefined : now))
      if (noteDrafts.read(lessonId)?.text === sent.text) noteDrafts.forget(lessonId)
    },
  })
  const { error, mutate } = saving
  const late = error !== null && (!isApiError(error) || error.status >= 500)
  useEffect(() => {
    if (!late || !note?.text.trim()) return
    const again = () => mutate(note)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [late, note, mutate])

  const at = note ? note.second : second
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="2"
      justifyItems="start"
      onSubmit={(event) => {
        event.preventDefault()
        if (note?.text.trim()) mutate(note)
      }}
    >
      <chakra.div w="full">
        <Field
          as="textarea"
          label={at === null ? t('New note') : t('New note at {time}', { time: clockLength(at) })}
          help={t('Only you can see your notes.')}
          maxLength={MAX_NOTE}
          minH="11"
          rows={2}
          value={note?.text ?? ''}
          error={error ? problemOf(error) : undefined}
          onChange={({ target }) => write(target.value)}
        />
      </chakra.div>
      <Button type="submit" busy={saving.isPending} busyText={t('Saving…')} disabled={!note?.text.trim()}>
        {t('Save note')}
      </Button>
    </chakra.form>
  )
}

/** The whole second at which the lesson stands, as long as that is known. */
function useSecond(stage: StageHandle | undefined): number | null {
  const [second, setSecond] = useState<number | null>(null)
  useEffect(() => {
    if (!stage) return setSecond(null)
    const look = () => setSecond(Math.floor(stage.second()))
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [stage])
  return second
}
