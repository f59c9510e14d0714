import { useQuery } from '@tanstack/react-query'
import { MOVE_SOURCES } from 'contract/move-sources'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Row } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Check } from './Check.tsx'
import { Files } from './Files.tsx'
import { Match } from './Match.tsx'
import { Moving } from './Moving.tsx'
import { draftQuery, isUnsent, type MoveState, moveQuery } from './move-in.queries.ts'
import { ReadAs } from './ReadAs.tsx'
import { type Step, Steps } from './Steps.tsx'
import { isFrom } from './sources.ts'
import { WhereFrom } from './WhereFrom.tsx'

/** Returns the step that the address names, if the move has reached it. */
function stepOf(search: URLSearchParams, move: MoveState | undefined): Step {
  const requested = search.get('step')
  if (!search.has('move')) return requested === 'files' ? 'files' : 'from'
  if (move && !isUnsent(move)) return 'move'
  if (requested === 'files' || requested === 'match') return requested
  return move?.status === 'planned' ? 'check' : 'match'
}

/** Brings students, courses and past orders from another platform: where from, files, match, check, move. */
export default function MoveInTab() {
  const { data: me } = useMe()
  const [search] = useSearchParams()
  const id = search.get('move') ?? ''
  const { data: move, error, refetch } = useQuery({ ...moveQuery(id), enabled: id !== '' })
  const step = stepOf(search, move)
  const from = search.get('from')
  return (
    <>
      {me?.role === 'editor' ? (
        <TextLink to={adminPaths.tab('courses')}>Back to Courses</TextLink>
      ) : (
        <TextLink to={adminPaths.tab('users')}>Back to Students</TextLink>
      )}
      <Row mt="2" flexWrap="wrap" justifyContent="space-between" columnGap="4" rowGap="0">
        <TabHead title={move && move.source !== 'other' ? `Move in from ${MOVE_SOURCES[move.source]}` : 'Move in'} />
        {move && isUnsent(move) && (
          <chakra.p textStyle="sm" color="fg.muted" mb="4.5" overflowWrap="anywhere" minW="0">
            {move.file_name}, kept as a draft
          </chakra.p>
        )}
      </Row>
      <Steps at={step} />
      {id === '' ? (
        step === 'from' ? (
          <WhereFrom />
        ) : (
          <Files from={isFrom(from) ? from : 'other'} />
        )
      ) : move ? (
        step === 'move' ? (
          <Moving key={id} move={move} />
        ) : step === 'check' ? (
          <Check key={id} move={move} />
        ) : (
          <Draft key={id} move={move} step={step} />
        )
      ) : error ? (
        <ErrorState title="Failed to load this move" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading minH="240px" />
      )}
    </>
  )
}

function Draft({ move, step }: { move: MoveState; step: Step }) {
  const { data, error, refetch } = useQuery(draftQuery(move.move_id))
  if (data) {
    return step === 'files' ? <ReadAs read={data.read} /> : <Match read={data.read} planned={data.plan} />
  }
  if (error) return <ErrorState title="Failed to load this file" error={error} onRetry={() => void refetch()} />
  return <Loading minH="240px" />
}
