import { useQuery } from '@tanstack/react-query'
import { MOVE_SOURCES } from 'contract/move-sources'
import { useSearchParams } from 'react-router-dom'
import { Loading } from '../../ui/Loading.tsx'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Files } from './Files.tsx'
import { Match } from './Match.tsx'
import { Moving } from './Moving.tsx'
import { draftQuery, isUnsent, type MoveState, moveQuery } from './move-in.queries.ts'

/** Brings students, courses and past orders from another platform: a file, then one screen that says what becomes of it. */
export default function MoveInTab() {
  const { data: me } = useMe()
  const [search] = useSearchParams()
  const id = search.get('move') ?? ''
  const { data: move, error, refetch } = useQuery({ ...moveQuery(id), enabled: id !== '' })
  const [tab, name] = me?.role === 'editor' ? (['courses', 'Courses'] as const) : (['users', 'Students'] as const)
  return (
    <>
      <TextLink to={adminPaths.tab(tab)}>Back to {name}</TextLink>
      <TabHead title={move && move.source !== 'other' ? `Move in from ${MOVE_SOURCES[move.source]}` : 'Move in'} />
      {id === '' ? (
        <Files />
      ) : error && !move ? (
        <ErrorState title="Failed to load this move" error={error} onRetry={() => void refetch()} />
      ) : !move ? (
        <Loading minH="240px" />
      ) : isUnsent(move) ? (
        <Draft key={id} move={move} />
      ) : (
        <Moving key={id} move={move} />
      )}
    </>
  )
}

function Draft({ move }: { move: MoveState }) {
  const { data, error, refetch } = useQuery(draftQuery(move.move_id))
  if (data) return <Match move={move} read={data.read} planned={data.plan} />
  if (error) return <ErrorState title="Failed to load this file" error={error} onRetry={() => void refetch()} />
  return <Loading minH="240px" />
}
