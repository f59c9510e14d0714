import { useQuery } from '@tanstack/react-query'
import type { OneBreach } from 'contract/breaches/breaches'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { countText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useBreachRefresh } from './breaches.queries.ts'
import { Missing } from './Missing.tsx'

/** Shows the email to the people of a breach, and sends it. */
export default function PeopleDialog({ breachId, onClose }: { breachId: string; onClose: () => void }) {
  const refresh = useBreachRefresh()
  const { data, isLoading } = useQuery(adminApi.breaches.get.queryOptions({ input: { breach_id: breachId } }))
  const send = useSubmission({
    mutationFn: () => adminClient.breaches.send({ params: { breach_id: breachId } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await refresh()
    },
    onError: (error) => toast.error('The emails were not sent', { description: errorText(error, 'Please try again.') }),
  })
  const letter = data?.texts.find(({ to }) => to === 'people')
  const lacks = letter && letter.missing.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title="Write to the people"
      size="wide"
      footer={
        <WaitingButton
          waitsFor={lacks && 'Fill in what is missing first'}
          disabled={isLoading}
          busy={send.isPending}
          busyText="Sending..."
          onClick={() => send.mutate()}
        >
          {data ? `Email ${countText(data.notice.touched, 'person', 'people')}` : 'Email'}
        </WaitingButton>
      }
    >
      {data && letter ? <Letter breach={data} text={letter.text} missing={letter.missing} /> : <Loading minH="240px" />}
    </Dialog>
  )
}

function Letter({ breach, text, missing }: { breach: OneBreach; text: string; missing: readonly string[] }) {
  const own = (['hi', 'mr'] as const).filter((language) => breach[language]?.nature)
  return (
    <chakra.div display="grid" gap="4">
      <Missing of={missing} />
      <Help>
        Everybody gets it once, with their own name. Headings are in the language of each person
        {own.length === 2 ? ', and so are your words.' : '; your words are in English where you wrote no others.'}
      </Help>
      <chakra.div
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        bg="bg.subtle"
        borderWidth="1px"
        borderColor="border"
        borderRadius="l2"
        p="4"
        textStyle="sm"
      >
        {text}
      </chakra.div>
    </chakra.div>
  )
}
