import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dayStart } from 'contract/indian-time'
import { LEAST_PAYOUT, type OwnPartner, PayeeInput } from 'contract/partners/partners'
import { type ReactNode, useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { api, client, errorText, isApiError } from '../../api/client.ts'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { fieldErrors, useSecretForm } from '../../shared/forms/use-action-form.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import NotFound from '../../shared/NotFound.tsx'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { storage } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText, monthText, rupeesText } from '../../ui/format.ts'
import { Head } from '../../ui/Head.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card, Row, Stack, Tag, Wrap } from '../../ui/layout.tsx'
import { H1, H3, Text } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

const Figures = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
    gap: '4',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& dt': { textStyle: 'sm', color: 'fg.muted' },
    '& dd': { fontSize: '1.375rem', fontWeight: '750', fontStretch: '86%' },
  },
})

const Lines = chakra('ul', {
  base: {
    listStyleType: 'none',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > li': { display: 'flex', justifyContent: 'space-between', gap: '4', py: '2.5' },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& small': { display: 'block', textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
  },
})

/** A partner's own page: the link, what it brought, and what was paid. Somebody else finds nothing here. */
export default function PartnerScreen() {
  const signedIn = useSession(isSignedIn)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.partners.mine.queryOptions({ input: {} }),
    enabled: signedIn,
    staleTime: 0,
  })
  useEffect(() => {
    if (!signedIn) storage.write('redirectAfterLogin', paths.partner)
  }, [signedIn])
  if (!signedIn) return <Navigate to={paths.login} replace />
  if (data) return <Page partner={data} />
  if (isApiError(error) && error.status === 404) return <NotFound />
  if (!error) return <Loading />
  return (
    <Wrap size="form" py="10">
      <LoadProblem title={t('Your partner page did not load')} busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error, t('Something went wrong. Please try again later.'))}
      </LoadProblem>
    </Wrap>
  )
}

function Page({ partner }: { partner: OwnPartner }) {
  const { link, percent, window_days, membership_payments, state, presses, pending, due, paid, days, statements } =
    partner
  const figures = [
    [t('Presses in 30 days'), presses.toLocaleString('en-IN')],
    [t('Pending'), rupeesText(pending)],
    [t('Due'), rupeesText(due)],
    [t('Paid out'), rupeesText(paid)],
  ] as const
  return (
    <Wrap maxW="860px !important" pt={{ base: '9', md: '10' }} pb={{ base: '12', md: '18' }}>
      <Head title={t('Partner page')} />
      <H1 mb="6">{t('Partner page')}</H1>
      <Stack gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <Part title={t('Your link')}>
          {state === 'paused' && <Tag coloured>{t('Paused: new orders do not count')}</Tag>}
          <Row flexWrap="wrap">
            <chakra.code overflowWrap="anywhere">{link}</chakra.code>
            <CopyButton text={link} of={t('Your link')} />
          </Row>
          <Text fontWeight="600">{t('Say beside the link that it is advertising, for example with #ad.')}</Text>
          <Text color="fg.muted">
            {plural(
              window_days,
              {
                one: 'You get {percent}% of what people pay without tax who buy within a day of pressing it.',
                other: 'You get {percent}% of what people pay without tax who buy within {count} days of pressing it.',
              },
              { percent },
            )}{' '}
            {plural(membership_payments, {
              one: 'If they join a membership, its first payment counts.',
              other: 'If they join a membership, its first {count} payments count.',
            })}{' '}
            {t('It works on any page of the shop: add ?via={code} to its address. Your own purchases do not count.', {
              code: partner.code,
            })}
          </Text>
        </Part>
        <Card padded>
          <Figures>
            {figures.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </Figures>
          <Text mt="4" color="fg.muted">
            {t(
              'A share is pending until the buyer can no longer ask for the money back. What is due is paid each month from {least}; a smaller sum waits.',
              { least: rupeesText(LEAST_PAYOUT) },
            )}
          </Text>
        </Card>
        <Payee partner={partner} />
        <Part title={t('Orders by day')}>
          {days.length === 0 && <Text color="fg.muted">{t('No orders yet. Share your link.')}</Text>}
          <Lines>
            {days.map(({ day, orders, share }) => (
              <Line key={day} name={dateText(new Date(dayStart(day)))} sum={share}>
                {plural(orders, { one: '{count} order', other: '{count} orders' })}
              </Line>
            ))}
          </Lines>
        </Part>
        {statements.length > 0 && (
          <Part title={t('Statements')}>
            <Lines>
              {statements.map(({ month, shares, tds, tds_section, pay, reference, paid_at }) => (
                <Line key={month} name={monthText(new Date(dayStart(`${month}-01`)))} sum={pay}>
                  {tds > 0 &&
                    `${t('{shares} less TDS {tds}, section {section}', { shares: rupeesText(shares), tds: rupeesText(tds), section: tds_section ?? '' })}. `}
                  {paid_at
                    ? t('Paid on {day}, reference {reference}', {
                        day: dateText(new Date(paid_at)),
                        reference: reference ?? '',
                      })
                    : t('Due')}
                </Line>
              ))}
            </Lines>
          </Part>
        )}
      </Stack>
    </Wrap>
  )
}

const Line = ({ name, sum, children }: { name: string; sum: number; children: ReactNode }) => (
  <li>
    <span>
      {name}
      <small>{children}</small>
    </span>
    <b>{rupeesText(sum)}</b>
  </li>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section" padded display="grid" gap="3" aria-label={title}>
    <H3 as="h2">{title}</H3>
    {children}
  </Card>
)

/** Asks where shares are paid to. Nothing that is typed here is stored in the browser. */
function Payee({ partner: { account, pan } }: { partner: OwnPartner }) {
  const queries = useQueryClient()
  const form = useSecretForm({
    begun: { account: '', ifsc: '', pan: '', current_password: '' },
    parse: (typed) =>
      PayeeInput.safeParse(Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim()))),
    send: (body) => client.partners.savePayee(body),
    fieldsOf: (error) =>
      fieldErrors(error, ['account', 'ifsc', 'pan', 'current_password'], { wrong_password: 'current_password' }),
    failed: t('Your account was not saved'),
    fallback: t('Something went wrong. Please try again later.'),
    onDone: (answer) => {
      toast.success(t('Your account is saved'))
      queries.setQueryData(api.partners.mine.queryOptions({ input: {} }).queryKey, answer)
    },
  })
  return (
    <Part title={t('Where you are paid')}>
      <chakra.form method="post" display="grid" gap="4" noValidate onSubmit={form.submit}>
        <Field label={t('UPI ID or account number')} help={account ?? undefined} {...form.field('account')} />
        <Field label={t('IFSC of the account')} optional {...form.field('ifsc')} />
        <Field
          label={t('PAN')}
          optional
          help={pan ?? t('Without a PAN more tax is deducted. Both are stored encrypted.')}
          {...form.field('pan')}
        />
        <PasswordField
          label={t('Your password')}
          autoComplete="current-password"
          required
          help={t('Without one, tap “Forgot your password?” on the login page.')}
          {...form.field('current_password')}
        />
        {form.problem && <Text color="danger.fg">{form.problem}</Text>}
        <Button type="submit" variant="outline" justifySelf="start" busy={form.isPending} busyText={t('Saving...')}>
          {t('Save')}
        </Button>
      </chakra.form>
    </Part>
  )
}
