import { MAX_NOTE } from 'contract/limits'
import type { Note } from 'contract/notes'
import { useEffect, useState } from 'react'
import { client, isApiError, isNoAnswer } from '../../../api/client.ts'
import { t } from '../../../language/text.ts'
import { useActionForm } from '../../../shared/forms/use-action-form.ts'
import { studentDrafts } from '../../../stores/drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { clockLength } from '../../../ui/format.ts'
import type { StageHandle } from '../lesson/stage-parts.tsx'
import { fetchLate, problemOf, waitingNote } from './use-notes.ts'

type Props = { courseId: string; lessonId: string; stage: StageHandle | undefined; onSaved: (note: Note) => void }

/** Writes a note at the second of its first word. The tab stores it until the shop has it. */
export function NewNote({ courseId, lessonId, stage, onSaved }: Props) {
  const second = useSecond(stage)
  const form = useActionForm({
    drafts: studentDrafts,
    name: `note ${lessonId}`,
    begun: { text: '', second: null as number | null },
    check: ({ text }) => ({ text: text.trim() ? undefined : 'Please write your note' }),
    send: async (note, { key }): Promise<Note> => {
      const written = { course_id: courseId, lesson_id: lessonId, ...note, key }
      try {
        return await client.notes.add(written)
      } catch (error) {
        if (!isNoAnswer(error)) throw error
        const { storeNote } = await fetchLate().catch(() => Promise.reject(error))
        await storeNote(written).catch(() => Promise.reject(error))
        return waitingNote(written)
      }
    },
    once: true,
    fallback: '',
    say: problemOf,
    onDone: onSaved,
  })
  const { text } = form.values
  const write = (next: string) => {
    if (next && !text) stage?.video?.pause()
    form.put({ text: next, second: next ? (form.values.second ?? stage?.second() ?? null) : null })
  }
  const { error, submit } = form
  const late = error !== null && (!isApiError(error) || error.status >= 500)
  useEffect(() => {
    if (!late || !text.trim()) return
    const again = () => submit()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  })

  const at = text ? form.values.second : second
  return (
    <chakra.form method="post" noValidate display="grid" gap="2" justifyItems="start" onSubmit={submit}>
      <chakra.div w="full">
        <Field
          as="textarea"
          label={at === null ? t('New note') : t('New note at {time}', { time: clockLength(at) })}
          help={t('Only you can see your notes.')}
          maxLength={MAX_NOTE}
          minH="11"
          rows={2}
          {...form.field('text')}
          error={error ? problemOf(error) : form.errorOf('text')}
          onChange={({ target }) => write(target.value)}
        />
      </chakra.div>
      <Button type="submit" busy={form.isPending} busyText={t('Saving…')}>
        {t('Save note')}
      </Button>
    </chakra.form>
  )
}

/** Returns the whole second of the lesson's place, if known. */
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
