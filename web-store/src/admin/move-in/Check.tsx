import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { IconInfoCircle } from '../../ui/secondary-icons.ts'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminClient } from '../host/admin-api.ts'
import { CheckLines } from './CheckLines.tsx'
import { EmptyCourses } from './EmptyCourses.tsx'
import { StepButtons } from './match-parts.tsx'
import { broughtText, figuresOf, manyText, takenIn } from './move-figures.ts'
import { type MoveState, moveQuery, useMoveRefresh } from './move-in.queries.ts'
import { useMoveParams } from './use-move-params.ts'

const Figures = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2,minmax(0,1fr))', md: 'repeat(4,minmax(0,1fr))' },
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l3',
    '& > div': {
      display: 'flex',
      flexDirection: 'column-reverse',
      justifyContent: 'flex-end',
      px: { base: '4', md: '5' },
      py: '3',
    },
    '& > div + div': { borderInlineStartWidth: '1px', borderColor: 'border' },
    '& > div:nth-child(3)': { borderInlineStartWidth: { base: '0', md: '1px' } },
    '& > div:nth-child(n + 3)': { borderTopWidth: { base: '1px', md: '0' }, borderColor: 'border' },
    '& dd': { fontSize: '1.625rem', fontWeight: '750', fontStretch: '86%', lineHeight: '1.15' },
    '& dt': { color: 'fg.muted', fontSize: '.9375rem' },
  },
})

/** Shows the plan in figures and row by row. Nothing is made before the press, which repeats the number. */
export function Check({ move }: { move: MoveState }) {
  const queries = useQueryClient()
  const refresh = useMoveRefresh()
  const { go } = useMoveParams()
  const { move_id, counts } = move
  const run = useSubmission({
    mutationFn: () => adminClient.moveIn.run({ move_id }),
    onSuccess: (begun) => queries.setQueryData(moveQuery(move_id).queryKey, begun),
    // Another tab may have begun it.
    onError: () => refresh(),
  })
  if (!counts) return <Loading minH="240px" />
  const counted = { kind: move.kind, counts }
  const taken = takenIn(counts)
  return (
    <chakra.div display="grid" gap="3" minW="0">
      <Figures>
        {figuresOf(counted).map(([count, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </Figures>
      <chakra.p
        display="flex"
        alignItems="center"
        gap="2.5"
        px="4"
        py="2.5"
        borderRadius="l2"
        bg="action.subtle"
        fontSize=".9375rem"
        lineHeight="1.4"
        css={{ '& svg': { flex: 'none', color: 'action.fg' } }}
      >
        <Icon of={IconInfoCircle} />
        <span>
          <b>Nothing has been made or sent yet.</b>
          {move.kind === 'students' && ' You decide about the letter after the move.'}
          {move.kind === 'orders' &&
            ' Past orders give nobody a course. To enrol the buyers, bring the same file again as Students.'}
          {counts.news ? ` ${manyText(counts.news, 'person agrees', 'people agree')} to news by email.` : ''}
        </span>
      </chakra.p>
      {counts.empty_courses && <EmptyCourses courses={counts.empty_courses} />}
      {run.error && <FieldProblem>{errorText(run.error, 'The move could not begin. Please try again.')}</FieldProblem>}
      {taken === 0 && <Help>There is nothing to move: every row is left out, or in your shop already.</Help>}
      <StepButtons>
        <Button variant="outline" onClick={() => go('match', move_id)}>
          Back to Match
        </Button>
        <WaitingButton
          waitsFor={taken === 0 && 'Every row is left out, or in your shop already'}
          busy={run.isPending}
          busyText="Starting..."
          onClick={() => run.mutate()}
        >
          Move {broughtText(counted)}
        </WaitingButton>
      </StepButtons>
      <CheckLines move={move} counts={counts} />
    </chakra.div>
  )
}
