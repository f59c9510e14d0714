import { useQuery } from '@tanstack/react-query'
import type { Letter } from 'contract/letters'
import { useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { readRules } from '../users/rules.ts'
import { Composer } from './Composer.tsx'
import { LetterOutcome } from './LetterOutcome.tsx'
import { letterQuery, letterStatuses, useStoreLetter } from './letters.queries.ts'

/** Shows one letter: its composer until somebody gets it, then its results. */
export default function LetterTab() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const { data: letter, error, refetch } = useQuery(letterQuery(id))
  return (
    <>
      <TextLink to={adminPaths.tab('letters')}>Back to Emails</TextLink>
      <chakra.div mt="2">
        <TabHead title={letter?.name ?? 'New email'} {...(letter && { count: letterStatuses[letter.status].label })}>
          {letter && <LetterTools letter={letter} />}
        </TabHead>
      </chakra.div>
      {id !== '' && error && !letter && (
        <ErrorState title="Failed to load the email" error={error} onRetry={() => void refetch()} />
      )}
      {id !== '' && !letter && !error && <Loading minH="320px" />}
      {(id === '' || letter) && <Body key={id} letter={letter} segment={search.get('segment') ?? ''} />}
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
  const store = useStoreLetter()
  const { letter_id, name, subject, blocks, segment, channel, template, begun, status } = letter
  const copy = useSubmission({
    mutationFn: () =>
      adminClient.letters.create({ name: `${name} (copy)`.slice(0, 100), subject, blocks, segment, channel, template }),
    onSuccess: (made) => {
      toast.success('This is the copy')
      navigate(adminPaths.tab('letter', { id: made.letter_id }))
      return store(made)
    },
    onError: (error) => toast.error('The email was not copied', { description: errorText(error, '') }),
  })
  const remove = useSubmission({
    mutationFn: () => adminClient.letters.delete({ id: letter_id }),
    onSuccess: () => {
      toast.success(`${name} is deleted`)
      navigate(adminPaths.tab('letters'))
    },
    onError: (error) => toast.error('The email was not deleted', { description: errorText(error, '') }),
  })
  return (
    <>
      <Button variant="outline" busy={copy.isPending} busyText="Copying..." onClick={() => copy.mutate()}>
        Duplicate
      </Button>
      {!begun && status === 'draft' && (
        <Button variant="outline" busy={remove.isPending} busyText="Deleting..." onClick={() => remove.mutate()}>
          Delete draft
        </Button>
      )}
    </>
  )
}
