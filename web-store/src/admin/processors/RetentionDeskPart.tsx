import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'

export const desk = { id: 'keeping', title: 'How long data stays', at: 40 }

const FAILED = 'Failed to load how long data are stored'

const List = chakra('ul', {
  base: {
    mt: '3',
    listStyleType: 'none',
    '& > li': { display: 'grid', gap: '1', py: '3', borderTopWidth: '1px', borderColor: 'border' },
    '& summary': { cursor: 'pointer', minH: '6', color: 'fg.subtle', textStyle: 'sm' },
    '& details p': { textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
  },
})

/** Shows how long data of persons are stored, and why, as the tables of all features declare it. */
export default function RetentionDeskPart() {
  const { data, error, refetch } = useQuery(adminApi.retention.list.queryOptions())
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading minH="240px" />
  return (
    <Card asChild px={{ base: '4', md: '5' }} py="4" maxW="760px">
      <section aria-labelledby="keeping">
        <chakra.h2 id="keeping" textStyle="h3" fontSize="1.125rem">
          What is kept, and why
        </chakra.h2>
        <Help>
          The shop deletes by itself what has passed its end. What the tax law wants stays, without the account.
        </Help>
        <List>
          {data.map(({ reason, title, why, ends, tables }) => (
            <li key={`${reason} ${title}`}>
              <b>{title}</b>
              <p>{ends}</p>
              <Help>{why}</Help>
              <details>
                <summary>{tables.length === 1 ? '1 table' : `${tables.length} tables`}</summary>
                <p>{tables.join(', ')}</p>
              </details>
            </li>
          ))}
        </List>
      </section>
    </Card>
  )
}
