import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MoveLetterState } from 'contract/move-in/letter'
import { useState } from 'react'
import type { z } from 'zod'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Help, Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { Loaded } from '../kit/loaded.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'
import { totalText } from '../lists/list-params.ts'
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
        <Disclosure label={`${manyText(state.refused, 'email was', 'emails were')} refused`}>
          <People moveId={moveId} state="refused" key={state.refused} />
        </Disclosure>
      )}
    </div>
  )
}

function People({ moveId, state }: { moveId: string; state: 'not_come' | 'refused' }) {
  const [q, setQ] = useState('')
  const query = useQuery({
    ...adminApi.moveIn.people.queryOptions({ input: { move_id: moveId, state, ...(q.trim() && { q: q.trim() }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} failed="Failed to load people">
      {({ people, total }) => (
        <Stack gap="2" pt="2">
          <chakra.div display="flex" flexWrap="wrap" gap="2.5">
            <SearchBox list={{ q, set: ({ q }) => setQ(q) }} label="Search name or email" />
            <ExportButton
              table="movedPeople"
              input={{ move_id: moveId, state }}
              name={state === 'refused' ? 'refused' : 'not-come-yet'}
            />
          </chakra.div>
          <chakra.ul listStyleType="none">
            {people.map(({ user_id, name, email, sent_at }) => (
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
                <Muted as="span" ms="auto">
                  {sent_at ? `Sent ${dateTimeText(sent_at)}` : 'Not sent yet'}
                </Muted>
              </chakra.li>
            ))}
          </chakra.ul>
          {total > people.length && (
            <Help>
              The first {people.length} of {totalText(total, people.length)}. Search to find others.
            </Help>
          )}
          {people.length === 0 && <Help>Nobody matches your search.</Help>}
        </Stack>
      )}
    </Loaded>
  )
}
