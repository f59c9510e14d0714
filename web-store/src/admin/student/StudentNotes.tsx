import { useQuery } from '@tanstack/react-query'
import { NOTE } from 'contract/students'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { More, Panel, Small } from './panel.tsx'
import { studentNotesQuery, useStudentRefresh } from './student.queries.ts'

const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))

const PAGE = 10

/** Lists the admins' notes about a student; no student sees them. */
export function StudentNotes({ id }: { id: string }) {
  const [limit, setLimit] = useState(PAGE)
  const refresh = useStudentRefresh()
  const [removing, setRemoving] = useState<{ note_id: string; text: string }>()
  const { data, error, isPlaceholderData, refetch } = useQuery(studentNotesQuery(id, limit))
  const remove = useSubmission({
    mutationFn: (note_id: string) => adminClient.students.deleteNote({ params: { id, note_id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (problem) => {
      toast.error('Note not deleted', { description: errorText(problem, 'Please try again.') })
    },
    onSettled: (_answer, _problem, noteId) => {
      setRemoving((now) => (now?.note_id === noteId ? undefined : now))
      return refresh()
    },
  })
  return (
    <Panel title="Notes" aside={<Small>Only admins see these</Small>}>
      <chakra.div display="grid" gap="3" px="5" pb="4.5">
        {error && !data && <ErrorState title="Failed to load the notes" error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Loading minH="60px" />}
        {data && data.notes.length > 0 && (
          <chakra.ul listStyleType="none" display="grid" gap="3">
            {data.notes.map(({ note_id, text, by, created_at }) => (
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
                  onClick={() => setRemoving({ note_id, text })}
                >
                  <Icon of={IconTrash} />
                </IconButton>
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        <NewNote id={id} />
      </chakra.div>
      {removing && (
        <ConfirmDialog
          open
          title="Delete this note?"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing.note_id)}
          onClose={() => setRemoving(undefined)}
        >
          <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" lineClamp="6">
            {removing.text}
          </chakra.p>
        </ConfirmDialog>
      )}
      {data && (
        <More
          shown={data.notes.length}
          total={data.total}
          what="notes"
          busy={isPlaceholderData}
          onMore={() => setLimit((before) => Math.min(before + 40, 200))}
        />
      )}
    </Panel>
  )
}

function NewNote({ id }: { id: string }) {
  const refresh = useStudentRefresh()
  const form = useActionForm({
    name: `note:${id}`,
    begun: { text: '' },
    check: ({ text }) => ({ text: text.trim().length < 2 ? NOTE : undefined }),
    send: ({ text }) => adminClient.students.addNote({ params: { id }, body: { text: text.trim() } }),
    failed: 'Note not confirmed',
    fallback: 'Please try again.',
    onDone: refresh,
  })
  return (
    <chakra.form method="post" display="grid" gap="3" noValidate onSubmit={form.submit}>
      <Field as="textarea" label="New note" minH="16" maxLength={2000} {...form.field('text')} />
      {form.problem && <FieldProblem>Note not saved. {form.problem}</FieldProblem>}
      <Button type="submit" variant="outline" size="sm" justifySelf="start" busy={form.isPending} busyText="Saving...">
        Save note
      </Button>
    </chakra.form>
  )
}
