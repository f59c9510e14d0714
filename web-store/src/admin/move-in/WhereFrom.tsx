import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { MoveList } from './MoveList.tsx'
import { movesQuery } from './move-in.queries.ts'
import { FROM, fromName } from './sources.ts'
import { useMoveParams } from './use-move-params.ts'

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 6.5rem), 1fr))',
    gap: '2.5',
    listStyleType: 'none',
    md: { gridTemplateColumns: 'repeat(auto-fill, minmax(11rem, 1fr))' },
  },
})

const Way = chakra(Link, {
  base: {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: '2',
    h: 'full',
    minH: '24',
    px: { base: '1', md: '2.5' },
    py: '3.5',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l3',
    textAlign: 'center',
    fontWeight: '550',
    fontSize: '.9375rem',
    lineHeight: '1.25',
    overflowWrap: 'anywhere',
    _hover: { borderColor: 'action.focusRing', bg: 'bg.subtle' },
  },
})

const Letters = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '9',
    h: '9',
    borderRadius: '9px',
    bg: 'bg.muted',
    color: 'fg.muted',
    fontWeight: '700',
  },
})

/** Chooses the platform, and lists earlier moves: an unsent one resumes where it stopped. */
export function WhereFrom() {
  const { data, error, refetch } = useQuery(movesQuery())
  const moves = data?.moves ?? []
  const { kept } = useMoveParams()
  return (
    <chakra.div display="grid" gap="5">
      {error && !data && <ErrorState title="Failed to load moves" error={error} onRetry={() => void refetch()} />}
      <MoveList moves={moves} which="unsent" />
      <chakra.section aria-labelledby="where-from" display="grid" gap="3">
        <chakra.h2 id="where-from" textStyle="h3">
          Where do your students come from?
        </chakra.h2>
        <Grid>
          {FROM.map((from) => (
            <li key={from}>
              <Way to={adminPaths.tab('movein', { ...kept, step: 'files', from })}>
                <Letters aria-hidden>{fromName(from).slice(0, 2)}</Letters>
                {fromName(from)}
              </Way>
            </li>
          ))}
        </Grid>
      </chakra.section>
      {moves.length > 0 && <MoveList moves={moves} which="done" />}
    </chakra.div>
  )
}
