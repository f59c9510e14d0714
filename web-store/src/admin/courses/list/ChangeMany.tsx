import { useQueryClient } from '@tanstack/react-query'
import type { StatesAnswer } from 'contract/courses/many'
import { useRef } from 'react'
import { errorText } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { countText } from '../../../ui/format.ts'
import { Stack } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toaster.ts'
import { adminApi } from '../../host/admin-api.ts'
import { useAct } from '../../kit/use-act.tsx'
import type { AdminCard } from '../courses.queries.ts'
import { generatedLines, partNames, partsText } from '../plan/missing-parts.ts'
import { changeStates, changes, type NewState } from './change-many.ts'

type Refused = StatesAnswer['refused'][number]

const textsOf = (generated: Refused['generated'] = []) =>
  generatedLines(generated)
    .map(({ part, line }) => `${partNames[part]} ${line}`)
    .join(', ')

const reasonOf = ({ reason, missing, generated }: Refused): string =>
  (
    ({
      gone: 'It is no longer there',
      in_bundle: 'A bundle on sale has it',
      generated: `Texts made from file names: ${textsOf(generated)}`,
    }) as Record<string, string>
  )[reason] ?? `Missing: ${partsText(missing)}`

type ChangeManyProps = { cards: readonly AdminCard[]; to: NewState; onClose: () => void; onDone: () => void }

/** Asks before many courses change; then says which did not and why. The notice takes it all back. */
export default function ChangeMany({ cards, to, onClose, onDone }: ChangeManyProps) {
  const queries = useQueryClient()
  const { does, done, says, danger } = changes[to]
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.courses.key() })
  const changed = useRef<StatesAnswer['changed']>([])

  const undo = useAct(
    {
      call: (before: StatesAnswer['changed']) =>
        changeStates(
          before.map(({ course_id, was }) => ({ course_id, state: was })),
          { alsoEmpty: true },
        ),
      key: adminApi.courses.key,
    },
    {
      done: (_, { length }) => `${countText(length, 'course')} restored`,
      failed: 'Not all courses could be restored',
    },
  )

  function notify() {
    const before = changed.current
    if (before.length === 0) return
    toast.success(`${countText(before.length, 'course')} ${done}`, {
      id: 'courses-changed',
      duration: 10_000,
      action: { label: 'Undo', onClick: () => undo.run(before) },
    })
  }

  // Undo appears once the dialog is closed.
  function close() {
    notify()
    onDone()
  }

  const change = useSubmission({
    mutationFn: (unread: readonly string[]) =>
      changeStates(
        (unread.length > 0 ? unread : cards.map(({ course_id }) => course_id)).map((course_id) => ({
          course_id,
          state: to,
        })),
        { alsoGenerated: unread.length > 0, onPart: (part) => changed.current.push(...part.changed) },
      ),
    onSuccess: ({ refused }) => {
      if (refused.length === 0) close()
    },
    onError: (error) => {
      // Undo covers the changes before a failure, too.
      notify()
      onClose()
      toast.error(errorText(error, 'Not all courses could be changed'))
    },
    onSettled: reload,
  })
  const refused = change.data?.refused ?? []
  const over = refused.length > 0
  const unread = refused.flatMap(({ course_id, reason }) => (reason === 'generated' ? [course_id] : []))
  return (
    <Dialog
      open
      role={over ? 'dialog' : 'alertdialog'}
      title={
        over
          ? `${countText(refused.length, 'course')} not ${done}`
          : `${does} ${cards.length === 1 ? cards[0]?.name : countText(cards.length, 'course')}?`
      }
      onClose={over ? close : onClose}
      footer={
        over ? (
          <>
            <Button variant="outline" onClick={close}>
              Close
            </Button>
            {unread.length > 0 && (
              <Button busy={change.isPending} onClick={() => change.mutate(unread)}>
                Publish {countText(unread.length, 'course')} anyway
              </Button>
            )}
          </>
        ) : (
          <>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button
              {...(danger && { colorPalette: 'danger' })}
              busy={change.isPending}
              onClick={() => change.mutate([])}
            >
              {does}
            </Button>
          </>
        )
      }
    >
      {over ? (
        <Stack as="ul" gap="2" maxH="40vh" overflowY="auto" listStyleType="none">
          {refused.map(({ course_id, ...refusal }) => (
            <chakra.li key={course_id} overflowWrap="anywhere">
              <b>{cards.find((card) => card.course_id === course_id)?.name ?? course_id}</b>
              <chakra.span display="block" color="fg.muted">
                {reasonOf({ course_id, ...refusal })}
              </chakra.span>
            </chakra.li>
          ))}
        </Stack>
      ) : (
        <p>{says} You can undo this.</p>
      )}
    </Dialog>
  )
}
