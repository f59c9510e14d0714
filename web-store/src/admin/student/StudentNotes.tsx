import { useQuery } from '@tanstack/react-query'
import { NoteBody } from 'contract/students'
import { useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Stack } from '../../ui/layout.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { adminApi } from '../host/admin-api.ts'
import { area } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { MORE, More, Panel, Small } from './panel.tsx'
import { studentNotesQuery } from './student.queries.ts'

type Note = { note_id: string; text: string }

const newNote = { text: area('New note', { maxLength: 2000 }) }

/** Lists the admins' notes about a student; no student sees them. */
export function StudentNotes({ id }: { id: string }) {
  const [limit, setLimit] = useState(MORE.first)
  const query = useQuery(studentNotesQuery(id, limit))
  const remove = useAct(adminApi.students.deleteNote, {
    of: ({ note_id }: Note) => ({ params: { id, note_id } }),
    confirm: ({ text }) => ({
      title: 'Delete this note?',
      text: (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" lineClamp="6">
          {text}
        </chakra.p>
      ),
    }),
    failed: 'Note not deleted',
  })
  return (
    <Panel title="Notes" aside={<Small>Only admins see these</Small>}>
      <Stack px="5" pb="4.5">
        <Loaded query={query} failed="Failed to load the notes" height="60px">
          {({ notes }) =>
            notes.length > 0 && (
              <Stack as="ul" listStyleType="none">
                {notes.map(({ note_id, text, by, created_at }) => (
                  <chakra.li
                    key={note_id}
                    display="flex"
                    gap="1"
                    bg="buy.subtle"
                    borderRadius="l2"
                    ps="3.5"
                    pe="1"
                    py="2.5"
                  >
                    <chakra.div flex="1" minW="0" lineHeight="1.45">
                      <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
                        {text}
                      </chakra.p>
                      <Small overflowWrap="anywhere">
                        {dateTimeText(created_at)}, {by}
                      </Small>
                    </chakra.div>
                    <IconButton
                      compact
                      color="fg.muted"
                      aria-label={`Delete the note of ${dateTimeText(created_at)}`}
                      onClick={() => remove.run({ note_id, text })}
                    >
                      <Icon of={IconTrash} />
                    </IconButton>
                  </chakra.li>
                ))}
              </Stack>
            )
          }
        </Loaded>
        <NewNote id={id} />
      </Stack>
      {remove.dialog}
      <More of="notes" query={query} onMore={setLimit} />
    </Panel>
  )
}

function NewNote({ id }: { id: string }) {
  const form = useForm(adminApi.students.addNote, newNote, {
    draft: `note:${id}`,
    of: { params: { id } },
    schema: NoteBody,
    done: null,
    failed: 'Note not confirmed',
  })
  return (
    <Form form={form}>
      <SaveButton of={form} always variant="outline" size="sm" justifySelf="start">
        Save note
      </SaveButton>
    </Form>
  )
}
