import { useQueryClient } from '@tanstack/react-query'
import { MOVE_KINDS } from 'contract/move-in/fields'
import type { ReadFile } from 'contract/move-in/file'
import type { MovePlan } from 'contract/move-in/plan'
import { useRef, useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { MatchColumns } from './MatchColumns.tsx'
import { MatchCourses } from './MatchCourses.tsx'
import { MatchRest, MatchStatuses } from './MatchRest.tsx'
import { StepButtons } from './match-parts.tsx'
import { kindNames, missingIn, openNames, planOf, readsOthers, takes } from './match-plan.ts'
import { draftQuery, useMoveRefresh } from './move-in.queries.ts'
import { useMoveParams } from './use-move-params.ts'

/** Columns, course names and statuses of a file, each with a guess; then one press checks every row. */
export function Match({ read, planned }: { read: ReadFile; planned: MovePlan | null }) {
  const queries = useQueryClient()
  const refresh = useMoveRefresh()
  const { go, course } = useMoveParams()
  const { data: me } = useMe()
  const kinds = MOVE_KINDS.filter((kind) => me?.role === 'owner' || (me?.role === 'editor') === (kind === 'courses'))
  const [isRequested, setRequested] = useState(false)
  const problem = useRef<HTMLParagraphElement>(null)
  // The server has what was checked; what was chosen since stays in this browser.
  const [typed, setTyped] = consoleDrafts.useDraft<Partial<MovePlan>>(`move-in:${read.move_id}`)
  useUnsaved(`move-in:${read.move_id}`, typed !== undefined)
  const begun = planned ?? (course ? { ...planOf(read, null), course_ids: [course] } : null)
  const plan = planOf(read, begun, typed)
  const change = (part: Partial<MovePlan>) => {
    check.reset()
    setTyped((now) => ({ ...now, ...part }))
  }
  const open = openNames(read, plan)
  const missing = missingIn(plan)
  const check = useSubmission({
    mutationFn: (sent: MovePlan) => adminClient.moveIn.plan({ move_id: read.move_id, ...sent }),
    onSuccess: async (_, sent) => {
      queries.setQueryData(draftQuery(read.move_id).queryKey, { read, plan: sent })
      setTyped(undefined)
      await refresh()
      go('check', read.move_id)
    },
    // Another tab may have begun it.
    onError: () => refresh(),
  })
  /** Guesses anew for another kind, or the courses and statuses of other columns; what was chosen about names stays. */
  const again = useSubmission({
    mutationFn: (how: Pick<MovePlan, 'kind'> & Partial<Pick<MovePlan, 'columns'>>) =>
      adminClient.moveIn.readAgain({ move_id: read.move_id, ...how }),
    onSuccess: (next, { columns }) => {
      setTyped((now) => ({ ...begun, ...now, columns: columns ?? {} }))
      queries.setQueryData(draftQuery(read.move_id).queryKey, { read: next, plan: null })
      return refresh()
    },
  })
  const press = () => {
    setRequested(true)
    if (missing || open.length > 0) {
      // The first open course after it is drawn as one.
      return setTimeout(() => {
        const invalid = document.querySelector<HTMLElement>('[aria-invalid="true"]')
        ;(invalid ?? problem.current)?.focus()
      })
    }
    check.mutate(plan)
  }
  const isPeople = plan.kind === 'students'
  const isShort =
    isRequested &&
    (missing ??
      (open.length > 0
        ? `${countText(open.length, 'course name')} ${open.length === 1 ? 'is' : 'are'} open`
        : undefined))
  return (
    // A choice about columns that are read again would be lost.
    <chakra.div display="grid" gap="4" minW="0" inert={again.isPending}>
      {read.problem && <FieldProblem>{read.problem}</FieldProblem>}
      <chakra.div maxW={{ md: '480px' }}>
        <Segments
          label="What is in this file"
          value={(again.isPending && again.variables?.kind) || plan.kind}
          onChange={(kind) => again.mutate({ kind })}
          options={kinds.map((kind) => [kind, kindNames[kind]] as const)}
        />
      </chakra.div>
      <chakra.div role="status">{again.isPending && <Help>Reading...</Help>}</chakra.div>
      {again.error && (
        <FieldProblem>{errorText(again.error, 'The file could not be read this way. Please try again.')}</FieldProblem>
      )}
      <MatchColumns
        read={read}
        plan={plan}
        onChange={(part) => {
          change(part)
          if (part.columns && readsOthers(read, part.columns)) again.mutate({ kind: plan.kind, columns: part.columns })
        }}
      />
      {plan.kind !== 'courses' && takes(plan, 'course') && read.courses.length > 0 && (
        <MatchCourses
          read={read}
          plan={plan}
          open={open}
          isAsked={isRequested}
          onChange={(courses) => change({ courses: { ...typed?.courses, ...courses } as MovePlan['courses'] })}
        />
      )}
      {(read.statuses.length > 0 || takes(plan, 'access_ends')) && (
        <MatchStatuses read={read} plan={plan} onChange={change} />
      )}
      {isPeople && <MatchRest plan={plan} onChange={change} />}
      <chakra.p ref={problem} tabIndex={-1} role="status" textAlign={{ md: 'end' }} outline="0">
        {isShort && (
          <chakra.span color="danger.fg" fontWeight="500">
            {isShort}
          </chakra.span>
        )}
      </chakra.p>
      {check.error && (
        <FieldProblem>{errorText(check.error, 'The rows could not be checked. Please try again.')}</FieldProblem>
      )}
      <StepButtons>
        <Button variant="outline" onClick={() => go('files', read.move_id)}>
          Back
        </Button>
        <Button
          disabled={again.isPending}
          busy={check.isPending}
          busyText={`Checking ${countText(read.rows, 'row')}...`}
          onClick={press}
        >
          Check {countText(read.rows, 'row')}
        </Button>
      </StepButtons>
    </chakra.div>
  )
}
