import { useQuery } from '@tanstack/react-query'
import { BACK_DAYS, FILE_DAYS, type RequestKind, type Retained } from 'contract/privacy/requests'
import { contactDefaults } from 'contract/shop/home'
import { legalDefaults } from 'contract/shop/people'
import { api } from '../../api/client.ts'
import { useShop } from '../../content/brand.ts'
import { plural, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { H3 } from '../../ui/text.tsx'

const Facts = chakra('dl', {
  base: {
    mt: '2',
    '& > div': { py: '2.5', borderTopWidth: '1px', borderColor: 'border', textStyle: 'sm' },
    '& dt': { fontWeight: '600' },
    '& dd': { color: 'fg.muted' },
  },
})

/** Says of a kind of request what happens, when, and what stays; and who answers. */
export function Aside({ kind, signedIn }: { kind: RequestKind; signedIn: boolean }) {
  return (
    <chakra.aside display="grid" gap="6">
      <div>
        <H3 as="h2">{kind === 'erasure' ? t('If you are erased') : t('What happens')}</H3>
        <Facts>{kind === 'erasure' ? <ErasureFacts signedIn={signedIn} /> : <Steps kind={kind} />}</Facts>
      </div>
      <WhoAnswers />
    </chakra.aside>
  )
}

function Steps({ kind }: { kind: Exclude<RequestKind, 'erasure'> }) {
  const then = {
    access: t('The link of our answer opens a file with everything we have about you. It works for {days} days.', {
      days: FILE_DAYS,
    }),
    correction: t('We compare old and new, and change it. A new email you change yourself, in Profile Settings.'),
    grievance: t('A person reads it and answers by email, with what we do about it.'),
    nomination: t('With a code of their own they can ask for your data. We look at their proof first.'),
  }
  return (
    <>
      <div>
        <dt>{t('At once')}</dt>
        <dd>{t('You get an email with the number of your request and the day by which we answer.')}</dd>
      </div>
      <div>
        <dt>{t('Then')}</dt>
        <dd>{then[kind]}</dd>
      </div>
    </>
  )
}

/** Without a login the figures are unknown: a logged-in student sees their own. */
function ErasureFacts({ signedIn }: { signedIn: boolean }) {
  const { data } = useQuery({ ...api.privacy.own.queryOptions(), enabled: signedIn })
  return (
    <>
      <div>
        <dt>{t('At once')}</dt>
        <dd>{t('Your name, reviews, questions and notes are no longer seen. You are logged out.')}</dd>
      </div>
      <div>
        <dt>{t('After {days} days', { days: BACK_DAYS })}</dt>
        <dd>{t('All of it is deleted. Until then you can take it back, by the link in our email.')}</dd>
      </div>
      <div>
        <dt>{t('Stays, because the law asks')}</dt>
        {data ? (
          data.retained.map((one) => <dd key={one.reason}>{retainedText(one)}</dd>)
        ) : (
          <dd>
            {t(
              'Invoices and receipts for about 7 years, because of tax law, and log lines for a year. Nobody uses them for anything else.',
            )}
          </dd>
        )}
      </div>
    </>
  )
}

export function retainedText({ reason, count, until }: Retained): string {
  const day = dateText(new Date(until))
  if (reason === 'papers')
    return plural(
      count ?? 0,
      {
        one: '{count} invoice or receipt until {day}, for tax',
        other: '{count} invoices and receipts until {day}, for tax',
      },
      { day },
    )
  if (reason === 'ledger') return t('The sums of your orders without your name until {day}, for the books', { day })
  return t('Log lines until {day}, for security', { day })
}

function WhoAnswers() {
  const { grievance_officer, policies_email, legal_address } = useShop('legal', legalDefaults)
  const { email } = useShop('contact', contactDefaults)
  const address = grievance_officer.email || policies_email || email
  const who = [grievance_officer.name, grievance_officer.designation, legal_address].filter(Boolean).join(', ')
  return (
    <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      {(who || address) && (
        <>
          {t('Who answers:')} {who}
          {who && address && ', '}
          {address && (
            <chakra.a href={`mailto:${address}`} color="action.fg" fontWeight="550" textDecoration="underline">
              {address}
            </chakra.a>
          )}
          .{' '}
        </>
      )}
      {t('Not happy with our answer? You can complain to the Data Protection Board of India.')}
    </chakra.p>
  )
}
