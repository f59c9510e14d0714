import { useQueryClient } from '@tanstack/react-query'
import { MOVE_KINDS } from 'contract/move-in/fields'
import type { ReadFile } from 'contract/move-in/file'
import type { MovePlan } from 'contract/move-in/plan'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { useAct } from '../kit/use-act.tsx'
import { MatchColumns } from './MatchColumns.tsx'
import { MatchCourses } from './MatchCourses.tsx'
import { MatchPeople, MatchStatuses } from './MatchRest.tsx'
import { kindNames, missingIn, openNames, planOf, readsOthers, takes } from './match-plan.ts'
import { draftQuery, type MoveState, useMoveRefresh } from './move-in.queries.ts'
import { ReadAs } from './ReadAs.tsx'
import { Result } from './Result.tsx'

type How = Omit<Parameters<typeof adminApi.moveIn.readAgain.call>[0], 'move_id'>

type Props = { move: MoveState; read: ReadFile; planned: MovePlan | null }

/** Says for each column, course name and status of a file what it becomes; one press checks every row, and the next one moves them. */
export function Match({ move, read, planned }: Props) {
  const { move_id } = read
  const queries = useQueryClient()
  const refresh = useMoveRefresh()
  const course = useSearchParams()[0].get('course_id')
  const { data: me } = useMe()
  const kinds = MOVE_KINDS.filter((kind) => me?.role === 'owner' || (me?.role === 'editor') === (kind === 'courses'))
  const [isRequested, setRequested] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const problem = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  // The server has what was checked; what was chosen since stays in this browser.
  const [typed, setTyped] = consoleDrafts.useDraft<Partial<MovePlan>>(`move-in:${move_id}`)
  useUnsaved(`move-in:${move_id}`, typed !== undefined)
  const begun = planned ?? (course ? { ...planOf(read, null), course_ids: [course] } : null)
  const plan = planOf(read, begun, typed)
  const open = openNames(read, plan)
  const short = missingIn(plan, read) ?? (open.length > 0 ? openText(open.length) : undefined)
  const show = (next: ReadFile, chosen: MovePlan | null) =>
    queries.setQueryData(draftQuery(move_id).queryKey, { read: next, plan: chosen })
  const check = useAct(adminApi.moveIn.plan, {
    of: (sent: MovePlan) => ({ move_id, ...sent }),
    done: null,
    failed: 'The rows could not be checked',
    beside: true,
    onDone: async (_, sent) => {
      show(read, sent)
      setTyped(undefined)
      await refresh()
      window.scrollTo({ top: 0 })
      heading.current?.focus({ preventScroll: true })
    },
  })
  /** Reads the file in another way. Choices about names stay, and those about columns that may be gone do not. */
  const again = useAct(adminApi.moveIn.readAgain, {
    of: (how: How) => ({ move_id, ...how }),
    done: null,
    failed: 'The file could not be read this way',
    beside: true,
    onDone: (next, { kind, columns }) => {
      setTyped((now) => (kind ? { ...begun, ...now, columns: columns ?? {} } : undefined))
      show(next, null)
    },
  })
  const change = (part: Partial<MovePlan>) => {
    check.reset()
    setTyped((now) => ({ ...now, ...part }))
    if (part.columns && readsOthers(read, part.columns)) again.run({ kind: plan.kind, columns: part.columns })
  }
  const press = () => {
    setRequested(true)
    if (!short) return check.run(plan)
    // The first open course after it is drawn as one.
    setTimeout(() => (document.querySelector<HTMLElement>('[aria-invalid="true"]') ?? problem.current)?.focus())
  }
  const part = { read, plan, onChange: change }
  return (
    // A choice about columns that are read again would be lost.
    <Stack gap="4" minW="0" inert={again.busy}>
      <div>
        <H3 as="h2" ref={heading} tabIndex={-1} overflowWrap="anywhere" outline="0">
          {read.file_name}
        </H3>
        <Help role="status">
          {again.busy ? 'Reading...' : countText(read.rows, 'row')}
          {read.remembered && ', matched as last time'}
        </Help>
      </div>
      {read.problem && <FieldProblem>{read.problem}</FieldProblem>}
      {again.problem && <FieldProblem>{again.problem}</FieldProblem>}
      {move.status === 'planned' && typed === undefined && <Result move={move} />}
      <ReadAs read={read} onChange={again.run} />
      <chakra.div maxW={{ md: '480px' }}>
        <Segments
          label="What is in this file"
          value={again.at?.kind ?? plan.kind}
          onChange={(kind) => again.run({ kind })}
          options={kinds.map((kind) => [kind, kindNames[kind]] as const)}
        />
      </chakra.div>
      <MatchColumns {...part} />
      {plan.kind !== 'courses' && takes(plan, 'course') && read.courses.length > 0 && (
        <MatchCourses {...part} open={open} isAsked={isRequested} />
      )}
      {(read.statuses.length > 0 || plan.kind === 'students') && <MatchStatuses {...part} />}
      {plan.kind === 'students' && <MatchPeople {...part} />}
      <chakra.p ref={problem} tabIndex={-1} role="status" outline="0" color="danger.fg" fontWeight="500">
        {isRequested && short}
      </chakra.p>
      {check.problem && <FieldProblem>{check.problem}</FieldProblem>}
      <Button
        justifySelf="start"
        disabled={again.busy}
        busy={check.busy}
        busyText={`Checking ${countText(read.rows, 'row')}...`}
        onClick={press}
      >
        Check {countText(read.rows, 'row')}
      </Button>
    </Stack>
  )
}

const openText = (count: number) => `${countText(count, 'course name')} ${count === 1 ? 'is' : 'are'} open`
