import { useQueryClient } from '@tanstack/react-query'
import type { OwnRun } from 'contract/workshops/run'
import { api, client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { momentText, ownMomentText } from '../../shared/live/live-words.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

/** Dates of the student, each with its group and its calendar file. A cancelled one asks for a choice. */
export default function Seats({ runs }: { runs: readonly OwnRun[] }) {
  return runs.map((run) => (
    <Card key={run.run_id} asChild>
      <chakra.section
        aria-label={t('Your date')}
        display="grid"
        gap="2.5"
        px={{ base: '4', md: '5' }}
        py="3.5"
        mb="6"
        overflowWrap="anywhere"
        css={{ '& > div': { display: 'flex', flexWrap: 'wrap', gap: '3' } }}
      >
        <chakra.span>
          <Text fontWeight="600">{run.course_name}</Text>
          <Text>{momentText(run.starts_at)}</Text>
          <Text textStyle="sm" color="fg.muted">
            {ownMomentText(run.starts_at)}
          </Text>
        </chakra.span>
        {run.cancelled ? <Choice run={run} /> : <Way run={run} />}
      </chakra.section>
    </Card>
  ))
}

function Way({ run: { run_id, group_url, open_until } }: { run: OwnRun }) {
  const file = useSubmission({
    mutationFn: () => client.workshops.calendar({ run_id }),
    onSuccess: (answer) => saveFile('workshop.ics', answer),
    onError: (error) => toast.error(errorText(error, t('Something went wrong'))),
  })
  return (
    <>
      <Text textStyle="sm" color="fg.muted">
        {t('Lessons and recordings are open until {day}.', { day: dateText(new Date(open_until)) })}
      </Text>
      <div>
        {group_url && (
          <Button asChild variant="outline">
            <a href={group_url} target="_blank" rel="noopener noreferrer">
              {t('Join the group')}
            </a>
          </Button>
        )}
        <Button variant="outline" busy={file.isPending} onClick={() => file.mutate()}>
          {t('Save to calendar')}
        </Button>
      </div>
    </>
  )
}

const refundingText = () => t('This date was cancelled. Your money is on its way back.')

type Back = NonNullable<Awaited<ReturnType<typeof client.workshops.choose>>['back']>

const backText = (back: Back | undefined) =>
  ({
    money: refundingText,
    asked: () => t('We have asked for your money. We will email you once it is sent.'),
    coins: () => t('Your coins are back.'),
    seat: () => t('You gave your seat back. Its code can be used again.'),
  })[back ?? 'money']()

function Choice({ run: { run_id, next, refunding } }: { run: OwnRun }) {
  const queries = useQueryClient()
  const choose = useSubmission({
    mutationFn: (choice: 'next' | 'refund') => client.workshops.choose({ params: { run_id }, body: { choice } }),
    // A refund that is made at once leaves no line of the date.
    onSuccess: ({ back }, choice) => choice === 'refund' && toast.success(backText(back)),
    onError: (error) => toast.error(errorText(error, t('Something went wrong'))),
    onSettled: () =>
      Promise.all([api.workshops.key(), api.account.key()].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  if (refunding) return <p role="status">{refundingText()}</p>
  return (
    <>
      <p>{t('This date was cancelled, and we are sorry. Nothing changes before you press.')}</p>
      <div>
        {next && (
          <Button busy={choose.isPending} onClick={() => choose.mutate('next')}>
            {t('Come on {moment}', { moment: momentText(next.starts_at) })}
          </Button>
        )}
        <Button variant="outline" busy={choose.isPending} onClick={() => choose.mutate('refund')}>
          {t('Money back')}
        </Button>
      </div>
    </>
  )
}
