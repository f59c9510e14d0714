import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Letter } from 'contract/letters'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { readRules } from '../users/rules.ts'
import { Composer } from './Composer.tsx'
import { LetterOutcome } from './LetterOutcome.tsx'
import { letterQuery, letterStatuses, useStoreLetter } from './letters.queries.ts'

/** Shows one letter: its composer until somebody gets it, then its results. */
export default function LetterTab() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useQuery(letterQuery(id))
  const letter = query.data
  return (
    <>
      <TabHead
        title={letter?.name ?? 'New email'}
        back={{ to: adminPaths.tab('letters'), label: 'Emails' }}
        {...(letter && { count: letterStatuses[letter.status].label })}
      >
        {letter && <LetterTools letter={letter} />}
      </TabHead>
      <Loaded query={id ? query : { ...query, data: null }} failed="Failed to load the email" height="320px">
        {(shown) => <Body key={id} letter={shown ?? undefined} segment={search.get('segment') ?? ''} />}
      </Loaded>
    </>
  )
}

function Body({ letter, segment }: { letter: Letter | undefined; segment: string }) {
  const [begun, setBegun] = useState(0)
  const onStale = useCallback(() => setBegun((count) => count + 1), [])
  if (letter && (letter.begun || letter.status === 'sending' || letter.status === 'sent'))
    return <LetterOutcome letter={letter} />
  return <Composer key={begun} letter={letter} rules={readRules(segment)} onStale={onStale} />
}

function LetterTools({ letter }: { letter: Letter }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const store = useStoreLetter()
  const { letter_id, name, subject, blocks, segment, channel, template, begun, status } = letter
  const copy = useAct(adminApi.letters.create, {
    of: (_: unknown) => ({ name: `${name} (copy)`.slice(0, 100), subject, blocks, segment, channel, template }),
    done: 'This is the copy',
    failed: 'The email was not copied',
    onDone: (made) => {
      navigate(adminPaths.tab('letter', { id: made.letter_id }))
      return store(made)
    },
  })
  const remove = useAct(adminApi.letters.delete, {
    done: `${name} is deleted`,
    failed: 'The email was not deleted',
    onDone: () => {
      navigate(adminPaths.tab('letters'))
      // Its preview would be requested once more.
      queries.removeQueries({ queryKey: adminApi.letters.key() })
    },
  })
  return (
    <>
      <Button variant="outline" busy={copy.busy} busyText="Copying..." onClick={copy.run}>
        Duplicate
      </Button>
      {!begun && status === 'draft' && (
        <Button
          variant="outline"
          busy={remove.busy}
          busyText="Deleting..."
          onClick={() => remove.run({ id: letter_id })}
        >
          Delete draft
        </Button>
      )}
    </>
  )
}
