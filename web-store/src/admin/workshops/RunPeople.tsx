import { useQuery } from '@tanstack/react-query'
import type { AdminRun } from 'contract/workshops/run'
import { z } from 'zod'
import { Dialog } from '../../ui/Dialog.tsx'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { choice, several } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'

type People = Awaited<ReturnType<typeof adminApi.workshops.people.call>>['people']
type Moved = { run: AdminRun; others: readonly AdminRun[]; people: People }

const MoveDialog = actionDialog({
  title: ({ run }: Moved) => `Who comes on ${dateTimeText(run.starts_at)}`,
  call: adminApi.workshops.move,
  of: ({ run }) => ({ params: { run_id: run.run_id } }),
  draft: ({ run }) => `run-people:${run.run_id}`,
  schema: z.object({ user_ids: z.array(z.string()).min(1, { error: 'Choose who is moved' }), to: z.string() }),
  fields: ({ people, others }) => ({
    user_ids: several(
      countText(people.length, 'student', 'students'),
      people.map(({ user_id, name, email }) => [user_id, `${name}, ${email}`] as const),
    ),
    to: choice(
      'Move to',
      others.map(({ run_id, starts_at, left }) => [run_id, `${dateTimeText(starts_at)}, ${left} left`] as const),
      { help: 'Each gets an email, and the end of their access moves along.' },
    ),
  }),
  save: 'Move',
  busyText: 'Moving...',
  failed: 'Nobody was moved',
  fallback: 'Nobody was moved. Please try again.',
})

/** Lists who has a seat of a date, and moves some of them to another one. */
export default function RunPeople({ of: run, onClose }: { of: AdminRun; onClose: () => void }) {
  const { data: dates } = useQuery(adminApi.workshops.adminList.queryOptions({ input: { course_id: run.course_id } }))
  const query = useQuery({
    ...adminApi.workshops.people.queryOptions({ input: { run_id: run.run_id } }),
    staleTime: 0,
  })
  if (query.isPending) return null
  const others = (dates?.runs ?? []).filter((one) => one.run_id !== run.run_id && !one.cancelled)
  const people = query.data?.people ?? []
  if (people.length > 0 && others.length > 0) return <MoveDialog of={{ run, others, people }} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={`Who comes on ${dateTimeText(run.starts_at)}`}>
      <Loaded query={query} failed="Failed to load the students" height="96px">
        {() => (
          <>
            {people.map(({ user_id, name, email }) => (
              <p key={user_id}>
                <b>{name}</b>, {email}
              </p>
            ))}
            <Help>{people.length === 0 ? 'No seat is taken yet.' : 'Add another date to move people.'}</Help>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
