import { useQuery } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import type { AdminRun } from 'contract/workshops/run'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import type { SellingWay } from '../courses/selling/selling-parts.ts'
import { FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil, IconUsers } from '../host/admin-icons.ts'
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
const markOf = ({ cancelled, state }: AdminRun) => (cancelled ? 'Cancelled' : marks[state])

/** Turns the sale by dates on and off, and edits the dates. */
export default function WorkshopsSellingPart({ course: { course_id, workshops } }: { course: OwnCourse }) {
  const [edited, edit] = useState<{ course_id: string; run?: AdminRun }>()
  const [shown, show] = useState<AdminRun>()
  const query = useQuery({ ...adminApi.workshops.adminList.queryOptions({ input: { course_id } }), staleTime: 0 })
  const change = useAct(adminApi.courses.update, {
    of: (on: boolean) => ({ params: { id: course_id }, body: { workshops: on || null } }),
    done: (_, on) =>
      on ? 'The course is sold by date' : 'The course is sold without a date. Who has a seat keeps it.',
    failed: 'The change could not be saved',
    beside: true,
  })
  const cancel = useAct(adminApi.workshops.cancel, {
    of: ({ run_id }: AdminRun) => ({ params: { run_id } }),
    confirm: ({ starts_at, taken }) => ({
      title: `Cancel ${dateTimeText(starts_at)}?`,
      label: 'Cancel date',
      cancel: 'Back',
      text: `Everybody with a seat (${taken}) gets an email, and chooses the next date or the money back. A refund is made in your name.`,
    }),
    failed: 'The date was not cancelled',
  })
  const columns: Column<AdminRun>[] = [
    {
      head: 'Date',
      lead: true,
      cell: (run) => (
        <chakra.span display="inline-flex" flexWrap="wrap" gap="1.5">
          {dateTimeText(run.starts_at)}
          <Tag coloured={run.cancelled} colorPalette={run.cancelled ? 'danger' : undefined}>
            {markOf(run)}
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
    {
      head: 'Actions',
      actions: true,
      cell: (run) => (
        <>
          <IconButton compact aria-label={`Who comes on ${dateTimeText(run.starts_at)}`} onClick={() => show(run)}>
            <Icon of={IconUsers} />
          </IconButton>
          {!run.cancelled && (
            <IconButton
              compact
              aria-label={`Change ${dateTimeText(run.starts_at)}`}
              onClick={() => edit({ course_id, run })}
            >
              <Icon of={IconPencil} />
            </IconButton>
          )}
          {!run.cancelled && (
            <IconButton compact aria-label={`Cancel ${dateTimeText(run.starts_at)}`} onClick={() => cancel.run(run)}>
              <Icon of={IconTrash} />
            </IconButton>
          )}
        </>
      ),
    },
  ]
  return (
    <>
      {(workshops || (query.data?.runs.length ?? 0) > 0) && (
        <Loaded query={query} failed="Failed to load the dates" height="96px">
          {({ runs }) =>
            runs.length === 0 ? (
              <Help>No dates yet: nobody can buy the course until you add one.</Help>
            ) : (
              <TableOf columns={columns} rows={runs} keyOf={({ run_id }) => run_id} />
            )
          }
        </Loaded>
      )}
      {change.problem && <FieldProblem>{change.problem}</FieldProblem>}
      <Tools>
        {workshops && <Button onClick={() => edit({ course_id })}>Add date</Button>}
        <Button
          variant={workshops ? 'outline' : 'solid'}
          busy={change.busy}
          busyText="Saving..."
          onClick={() => change.run(!workshops)}
        >
          {workshops ? 'Turn off' : 'Sell by date'}
        </Button>
      </Tools>
      {cancel.dialog}
      {edited && <RunDialog of={edited} onClose={() => edit(undefined)} />}
      {shown && <RunPeople of={{ run: shown, runs: query.data?.runs ?? [] }} onClose={() => show(undefined)} />}
    </>
  )
}
