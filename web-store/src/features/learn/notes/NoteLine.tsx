import { MAX_NOTE } from 'contract/limits'
import type { Note } from 'contract/notes'
import { type ReactNode, useState } from 'react'
import { client, isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { t } from '../../../language/text.ts'
import { studentDrafts } from '../../../stores/drafts.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { clockLength } from '../../../ui/format.ts'
import { Text, VisuallyHidden } from '../../../ui/text.tsx'
import { SecondKey } from '../player/SecondKey.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { isWaiting, problemOf } from './use-notes.ts'

const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
    alignItems: 'center',
    minH: '13',
    py: '2',
    borderTopWidth: '1px',
    borderColor: 'border',
  },
})

const Keys = chakra('div', { base: { display: 'flex', gap: '1', ms: 'auto' } })

/** Other words of a note, with the version that they are to replace. */
type Change = { text: string; version: number }

const changeOf = ({ note_id }: Note) => `change ${note_id}`

type Props = { note: Note; onGo: () => void; onSaved: (note: Note) => void; removing: boolean; onRemove: () => void }

/** Shows a note with its second, to change and to delete. The tab stores a change until the shop has it. */
export function NoteLine({ note, onGo, onSaved, removing, onRemove }: Props) {
  const [doing, setDoing] = useState<'change' | 'remove' | undefined>(() =>
    studentDrafts.read(changeOf(note)) ? 'change' : undefined,
  )
  /** The last action: its button has the focus again. */
  const [done, setDone] = useState<'change' | 'remove'>('change')
  const focused = useFocusOn<HTMLButtonElement>(doing)
  const close = () => {
    setDone(doing ?? 'change')
    setDoing(undefined)
    studentDrafts.keep(changeOf(note), undefined)
  }
  const name = note.second === null ? t('note') : t('note at {time}', { time: clockLength(note.second) })
  const save = (saved: Note) => {
    onSaved(saved)
    close()
  }
  if (doing === 'change')
    return (
      <Editor
        note={note}
        label={t('Change the {note}', { note: name })}
        onSaved={save}
        onSeen={onSaved}
        onClose={close}
      />
    )
  const key = (what: string, doIt: 'change' | 'remove'): ReactNode => (
    <Button variant="ghost" size="sm" {...(done === doIt ? { ref: focused } : {})} onClick={() => setDoing(doIt)}>
      {what}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  )
  return (
    <Line>
      {note.second !== null && <SecondKey second={note.second} onGo={onGo} />}
      <Text flex="1" minW="10em" whiteSpace="pre-line" overflowWrap="anywhere">
        {note.text}
      </Text>
      {isWaiting(note) ? (
        <Text textStyle="sm" color="fg.muted">
          {t('Saved on this device. Sent when you are back online.')}
        </Text>
      ) : doing === 'remove' ? (
        // The second press of a double click lands on Keep it.
        <Keys key="sure" role="group" aria-label={t('Delete the {note}?', { note: name })}>
          <Button colorPalette="danger" size="sm" busy={removing} onClick={onRemove}>
            {t('Delete')}
          </Button>
          <Button ref={focused} variant="outline" size="sm" onClick={close}>
            {t('Keep it')}
          </Button>
        </Keys>
      ) : (
        <Keys>
          {key(t('Edit'), 'change')}
          {key(t('Delete'), 'remove')}
        </Keys>
      )}
    </Line>
  )
}

type EditorProps = {
  note: Note
  label: string
  onSaved: (note: Note) => void
  /** Another tab has changed it meanwhile, or it was saved and is typed on. */
  onSeen: (note: Note) => void
  onClose: () => void
}

function Editor({ note, label, onSaved, onSeen, onClose }: EditorProps) {
  const [typed, store] = studentDrafts.useDraft<Change>(changeOf(note))
  const [stored] = useState(typed)
  const { text, version } = typed ?? note
  const [other, setOther] = useState<string>()
  const [requested, setRequested] = useState(false)
  const saving = useSubmission({
    mutationFn: (body: Change) => client.notes.change({ params: { id: note.note_id }, body }),
    onSuccess: (saved, sent) => {
      const now = studentDrafts.read<Change>(changeOf(note))?.text ?? text
      if (now === sent.text) return onSaved(saved)
      // Words typed since the press are another change.
      store({ text: now, version: saved.version })
      setOther(undefined)
      onSeen(saved)
    },
    onError: (error) => {
      const current =
        isApiError(error) && error.code === 'edit_conflict' ? (error.data as { current?: Note }).current : undefined
      if (!current) return
      // A second save means that the student saw the other words.
      store({ text, version: current.version })
      setOther(current.text)
      onSeen(current)
    },
  })
  const shown =
    saving.error &&
    (other === undefined
      ? problemOf(saving.error)
      : t('Changed elsewhere meanwhile: “{text}”. Save again to replace it.', { text: other }))
  return (
    <Line>
      <chakra.form
        method="post"
        noValidate
        display="grid"
        gap="2"
        flex="1"
        onSubmit={(event) => {
          event.preventDefault()
          setRequested(!text.trim())
          if (text.trim()) saving.mutate({ text, version })
          else event.currentTarget.querySelector('textarea')?.focus()
        }}
      >
        <Field
          as="textarea"
          label={label}
          maxLength={MAX_NOTE}
          rows={2}
          autoFocus={!stored}
          value={text}
          error={shown || (requested && !text.trim() && 'Please write your note') || undefined}
          onChange={({ target }) => store({ text: target.value, version })}
        />
        <chakra.div display="flex" gap="2">
          <Button type="submit" size="sm" busy={saving.isPending}>
            {t('Save note')}
          </Button>
          <Button variant="outline" size="sm" onClick={onClose}>
            {t('Leave it')}
          </Button>
        </chakra.div>
      </chakra.form>
    </Line>
  )
}
