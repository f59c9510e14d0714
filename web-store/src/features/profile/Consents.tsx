import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { ConsentChoice } from '../../shared/ConsentChoice.tsx'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { NoticeLine } from '../../shared/NoticeLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card, Row, Skeleton, Stack } from '../../ui/layout.tsx'
import { H3, Text, VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { useProfile } from './use-profile.ts'

const uses = [
  [t('Email, phone and password'), t('to let you in, and to reach you about your orders, courses and account.')],
  [
    t('Orders, payments and invoices'),
    t('to give you what you bought. Tax law makes us keep them, also after an account is deleted.'),
  ],
  [
    t('What you watch, your notes and answers'),
    t('to go on where you stopped, and to see where lessons are too hard.'),
  ],
  [t('Logged-in devices'), t('to keep your account safe.')],
  [t('Your name beside a review or question'), t('only where you ticked it there.')],
] as const

/** Shows the consents with their dates, and the purpose of the data in plain words. */
export function Consents() {
  const list = useQuery({ ...api.consents.list.queryOptions(), staleTime: 0 })
  return (
    <Card padded asChild>
      <section aria-labelledby="consents">
        <Stack gap="4">
          <H3 as="h2" id="consents">
            {t('What you agree to')}
          </H3>
          <Text>
            {t(
              'We write to you about your own orders, courses and account. For anything else we ask you here, and you can change your mind at any time.',
            )}
          </Text>
          {list.isPending && (
            <>
              <VisuallyHidden role="status">{t('Loading...')}</VisuallyHidden>
              <Skeleton h="11" />
              <Skeleton h="11" />
            </>
          )}
          {list.isError && !list.data && (
            <Row>
              <p>{t('Your choices did not load.')}</p>
              <Button variant="outline" size="sm" onClick={() => void list.refetch()}>
                {t('Try again')}
              </Button>
            </Row>
          )}
          {list.data && (
            <div>
              {list.data.map((consent) => (
                <ConsentChoice key={consent.purpose} {...consent} />
              ))}
            </div>
          )}
          <RemindersChoice />
          <chakra.div borderTopWidth="1px" borderColor="border" pt="3">
            <Disclosure label={t('What we use your data for')}>
              <Stack as="ul" gap="2" pt="1" listStyleType="none" textStyle="sm">
                {uses.map(([what, why]) => (
                  <li key={what}>
                    <b>{what}:</b> {why}
                  </li>
                ))}
              </Stack>
            </Disclosure>
            <NoticeLine />
          </chakra.div>
        </Stack>
      </section>
    </Card>
  )
}

/** Turns the emails before something is due on or off; they are about own courses, and on at first. */
function RemindersChoice() {
  const { data } = useProfile()
  const queries = useQueryClient()
  const change = useSubmission({
    mutationFn: (reminders: boolean) => client.account.setReminders({ reminders }),
    onError: (error) =>
      toast.error(t('Your choice was not saved'), {
        description: errorText(error, t('Please check your connection and try again.')),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.account.profile.key() }),
  })
  if (!data) return null
  return (
    <chakra.label display="flex" gap="3" alignItems="start" minH="11" py="1.5" cursor="pointer">
      <chakra.input
        type="checkbox"
        mt="1"
        checked={change.isPending ? change.variables : data.reminders}
        aria-describedby="reminders-help"
        onChange={({ target }) => change.mutate(target.checked)}
      />
      <span>
        {t('Remind me by email before something is due')}
        <Text as="span" id="reminders-help" display="block" textStyle="sm" color="fg.muted" aria-live="polite">
          {change.isPending ? t('Saving...') : t('Assignments, live lessons and the end of access.')}
        </Text>
      </span>
    </chakra.label>
  )
}
