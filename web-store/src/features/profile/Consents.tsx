import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsentPurpose } from 'contract/consents'
import { api, client } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Card, Row, Skeleton, Stack } from '../../ui/layout.tsx'
import { H3, Text, VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { problemOf } from './use-profile.ts'

const purposes: Record<ConsentPurpose, string> = {
  news_email: t('Send me news and offers by email'),
  news_message: t('Send me news and offers by SMS or WhatsApp'),
}

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

const Choice = chakra('label', {
  base: { display: 'flex', gap: '3', alignItems: 'start', minH: '11', py: '1.5', cursor: 'pointer' },
})

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
          </chakra.div>
        </Stack>
      </section>
    </Card>
  )
}

type ConsentChoiceProps = { purpose: ConsentPurpose; agreed: boolean; changed_at: string | null }

function ConsentChoice({ purpose, agreed, changed_at }: ConsentChoiceProps) {
  const queries = useQueryClient()
  const change = useSubmission({
    mutationFn: (wanted: boolean) => client.consents.change({ params: { purpose }, body: { agreed: wanted } }),
    onError: (error) => toast.error(t('Your choice was not saved'), { description: problemOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.consents.key() }),
  })
  const shown = change.isPending ? change.variables : agreed
  return (
    <Choice>
      <chakra.input
        type="checkbox"
        mt="1"
        checked={shown}
        aria-describedby={`consent-${purpose}`}
        onChange={({ target }) => change.mutate(target.checked)}
      />
      <span>
        {purposes[purpose]}
        <Text as="span" id={`consent-${purpose}`} display="block" textStyle="sm" color="fg.muted" aria-live="polite">
          {change.isPending ? t('Saving...') : dateOf(agreed, changed_at)}
        </Text>
      </span>
    </Choice>
  )
}

function dateOf(agreed: boolean, changedAt: string | null): string {
  if (changedAt === null) return t('Off')
  const moment = dateTimeText(new Date(changedAt))
  return agreed ? t('On since {moment}', { moment }) : t('Off since {moment}', { moment })
}
