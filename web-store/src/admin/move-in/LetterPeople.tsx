import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MoveLetterState } from 'contract/move-in/letter'
import { useState } from 'react'
import type { z } from 'zod'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'
import { SearchBox } from '../lists/SearchBox.tsx'
import { EmailText } from '../lists/table-parts.tsx'
import { manyText } from './move-figures.ts'

type Props = { moveId: string; state: z.output<typeof MoveLetterState> }

/** Lists students without a login since the move, and those whom the mail server refused. */
export function LetterPeople({ moveId, state }: Props) {
  const away = state.recipients - state.came
  return (
    <div>
      {away > 0 && (
        <Disclosure label={`${manyText(away, 'person has', 'people have')} not come yet`}>
          <People moveId={moveId} state="not_come" key={state.came} />
        </Disclosure>
      )}
      {state.refused > 0 && (
        <Disclosure label={`${manyText(state.refused, 'letter was', 'letters were')} refused`}>
          <People moveId={moveId} state="refused" key={state.refused} />
        </Disclosure>
      )}
    </div>
  )
}

function People({ moveId, state }: { moveId: string; state: 'not_come' | 'refused' }) {
  const [q, setQ] = useState('')
  const { data, error, refetch } = useQuery({
    ...adminApi.moveIn.people.queryOptions({ input: { move_id: moveId, state, ...(q.trim() && { q: q.trim() }) } }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <ErrorState title="Failed to load people" error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading minH="120px" />
  return (
    <chakra.div display="grid" gap="2" pt="2">
      <chakra.div display="flex" flexWrap="wrap" gap="2.5">
        <SearchBox list={{ q, set: ({ q }) => setQ(q) }} label="Search name or email" />
        <ExportButton
          table="movedPeople"
          input={{ move_id: moveId, state }}
          name={state === 'refused' ? 'refused' : 'not-come-yet'}
        />
      </chakra.div>
      <chakra.ul listStyleType="none">
        {data.people.map(({ user_id, name, email, sent_at }) => (
          <chakra.li
            key={user_id}
            display="flex"
            flexWrap="wrap"
            columnGap="3"
            py="2"
            borderTopWidth="1px"
            borderColor="border"
          >
            <TextLink to={adminPaths.student(user_id)} overflowWrap="anywhere">
              {name || email}
            </TextLink>
            <EmailText email={email} color="fg.muted" />
            <chakra.span color="fg.muted" textStyle="sm" ms="auto">
              {sent_at ? `Sent ${dateTimeText(sent_at)}` : 'Not sent yet'}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      {data.total > data.people.length && (
        <Help>
          The first {data.people.length} of {data.total.toLocaleString('en-IN')}. Search to find others.
        </Help>
      )}
      {data.people.length === 0 && <Help>Nobody matches your search.</Help>}
    </chakra.div>
  )
}
