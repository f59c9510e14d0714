import { useQuery } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import type { AdminRun } from 'contract/workshops/run'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import type { SellingWay } from '../courses/selling/selling-parts.ts'
import { FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil, IconUsers } from '../host/admin-icons.ts'
import { opens, useRowActions } from '../kit/list-tab.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'

const RunDialog = later(() => import('./RunDialog.tsx'))
const RunPeople = later(() => import('./RunPeople.tsx'))

export const way: SellingWay = {
  at: 45,
  title: 'Dates and seats',
  help: 'Sell a workshop by date: each has its seats, closes by itself when they are taken, and keeps its recordings open as long as you say.',
  summary: ({ workshops }) => (workshops ? 'Sold by date' : null),
  suits: ({ kind, free }) => kind === 'course' && !free,
}

const marks = { open: 'On sale', held: 'Being paid for', full: 'Full', closed: 'Closed' }
const when = ({ starts_at }: AdminRun) => dateTimeText(starts_at)
const takesPlace = ({ cancelled }: AdminRun) => !cancelled

/** Says what turning the sale by dates off means for those that are ahead; undefined without one. */
function turningOff(runs: readonly AdminRun[]) {
  const ahead = runs.filter((run) => takesPlace(run) && run.ends_at > shopNow().toISOString())
  if (ahead.length === 0) return undefined
  const taken = ahead.reduce((sum, run) => sum + run.taken, 0)
  const dates = ahead.length === 1 ? '1 upcoming date' : `${ahead.length} upcoming dates`
  const students = taken === 1 ? '1 student keeps the seat' : `${taken} students keep their seats`
  const seats =
    taken === 0
      ? 'Nobody has a seat.'
      : `${students}, with reminders and recordings; change or cancel dates here as before.`
  return {
    title: 'Sell without dates?',
    label: 'Turn off',
    text: `The ${dates} can no longer be booked. ${seats} New buyers get the course without a date.`,
  }
}

function useCancelRun() {
  const act = useAct(adminApi.workshops.cancel, {
    of: ({ run_id }: AdminRun) => ({ params: { run_id } }),
    confirm: (run) => ({
      title: `Cancel ${when(run)}?`,
      label: 'Cancel date',
      cancel: 'Back',
      text: `Everybody with a seat (${run.taken}) gets an email, and chooses the next date or the money back. A refund is made in your name.`,
    }),
    failed: 'The date was not cancelled',
  })
  return { ...act, name: (run: AdminRun) => `Cancel ${when(run)}`, icon: IconTrash, suits: takesPlace }
}

const actions = [
  opens((run: AdminRun) => `Who comes on ${when(run)}`, IconUsers, RunPeople),
  opens((run: AdminRun) => `Change ${when(run)}`, IconPencil, RunDialog, takesPlace),
  useCancelRun,
]

const columns: Column<AdminRun>[] = [
  {
    head: 'Date',
    lead: true,
    cell: (run) => (
      <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap="1.5">
        {when(run)}
        <Tag coloured={run.cancelled} colorPalette={run.cancelled ? 'danger' : undefined}>
          {run.cancelled ? 'Cancelled' : marks[run.state]}
        </Tag>
      </chakra.span>
    ),
  },
  {
    head: 'Seats',
    numeric: true,
    label: 'Seats',
    cell: ({ taken, held, seats }) => `${taken} of ${seats}${held > 0 ? `, ${held} being paid for` : ''}`,
  },
]

/** Turns the sale by dates on and off, and edits the dates. */
export default function WorkshopsSellingPart({ course: { course_id, workshops } }: { course: OwnCourse }) {
  const [isAdding, setAdding] = useState(false)
  const [ofActions, dialogs] = useRowActions(actions)
  const query = useQuery({ ...adminApi.workshops.adminList.queryOptions({ input: { course_id } }), staleTime: 0 })
  const question = workshops && turningOff(query.data?.runs ?? [])
  const change = useAct(adminApi.courses.update, {
    of: (on: boolean) => ({ params: { id: course_id }, body: { workshops: on || null } }),
    done: (_, on) =>
      on ? 'The course is sold by date' : 'The course is sold without a date. Who has a seat keeps it.',
    failed: 'The change could not be saved',
    undo: {
      call: adminApi.courses.update,
      of: (on: boolean) => ({ params: { id: course_id }, body: { workshops: !on || null } }),
      done: (_, on) => (on ? 'The course is sold without a date' : 'The course is sold by date'),
      failed: 'The change was not undone',
    },
    ...(question && { confirm: () => question }),
    beside: true,
  })
  return (
    <>
      {(workshops || (query.data?.runs.length ?? 0) > 0) && (
        <Loaded query={query} failed="Failed to load the dates" height="96px">
          {({ runs }) =>
            runs.length === 0 ? (
              <Help>No dates yet: nobody can buy the course until you add one.</Help>
            ) : (
              <TableOf columns={[...columns, ...ofActions]} rows={runs} keyOf={({ run_id }) => run_id} />
            )
          }
        </Loaded>
      )}
      {change.problem && <FieldProblem>{change.problem}</FieldProblem>}
      <Tools>
        {workshops && <Button onClick={() => setAdding(true)}>Add date</Button>}
        <WaitingButton
          variant={workshops ? 'outline' : 'solid'}
          busy={change.busy}
          busyText="Saving..."
          waitsFor={Boolean(workshops) && !query.data && 'Load the dates first'}
          onClick={() => change.run(!workshops)}
        >
          {workshops ? 'Turn off' : 'Sell by date'}
        </WaitingButton>
      </Tools>
      {dialogs}
      {change.dialog}
      {isAdding && <RunDialog of={{ course_id }} onClose={() => setAdding(false)} />}
    </>
  )
}
