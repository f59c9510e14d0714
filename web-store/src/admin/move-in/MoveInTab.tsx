import { useQuery } from '@tanstack/react-query'
import { MOVE_SOURCES } from 'contract/move-sources'
import { useSearchParams } from 'react-router-dom'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
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
  const query = useQuery({ ...moveQuery(id), enabled: id !== '' })
  const move = query.data
  const [tab, name] = me?.role === 'editor' ? (['courses', 'Courses'] as const) : (['users', 'Students'] as const)
  return (
    <>
      <TabHead
        back={{ to: adminPaths.tab(tab), label: name }}
        title={move && move.source !== 'other' ? `Move in from ${MOVE_SOURCES[move.source]}` : 'Move in'}
      />
      {id === '' ? (
        <Files />
      ) : (
        <Loaded query={query} failed="Failed to load this move" height="240px">
          {(shown) => (isUnsent(shown) ? <Draft key={id} move={shown} /> : <Moving key={id} move={shown} />)}
        </Loaded>
      )}
    </>
  )
}

const Draft = ({ move }: { move: MoveState }) => (
  <Loaded query={useQuery(draftQuery(move.move_id))} failed="Failed to load this file" height="240px">
    {({ read, plan }) => <Match move={move} read={read} planned={plan} />}
  </Loaded>
)
