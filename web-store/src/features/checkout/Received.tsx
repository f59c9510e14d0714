import type { ReturnedPayment, SignedReturn } from 'contract/orders/returns'
import { contactDefaults } from 'contract/shop/home'
import { type ReactNode, useEffect, useRef } from 'react'
import { api, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { useBrand, useShop } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { useLoginLink } from '../../shared/login/use-login-link.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { Awning } from '../../ui/Awning.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { IconCheck } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { IconClock, IconMail, IconPlayerPlay } from '../../ui/secondary-icons.ts'
import { H1, TextLink } from '../../ui/text.tsx'
import { MONEY_BACK } from './money-back.ts'
import { OrderNumber } from './Paid.tsx'
import { useAfterOffer } from './use-after-offer.ts'

const AfterOffer = later(() => import('./AfterOffer.tsx'))

const IconMailForward = outline(
  'M12 18h-7a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v7.5M3 6l9 6l9 -6M15 18h6M18 15l3 3l-3 3',
)
const IconFolderSearch = outline(
  'M11 19h-6a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2h4l3 3h7a2 2 0 0 1 2 2v2.5M15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M20.2 20.2l1.8 1.8',
)
const IconAt = outline('M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M16 12v1.5a2.5 2.5 0 0 0 5 0v-1.5a9 9 0 1 0 -5.5 8.28')
const IconLogin = outline(
  'M9 8v-2a2 2 0 0 1 2 -2h7a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-7a2 2 0 0 1 -2 -2v-2M3 12h13l-3 -3M13 15l3 -3',
)

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 520px)', lg: 'minmax(0, 520px) minmax(0, 380px)' },
    justifyContent: 'center',
    alignItems: 'start',
    gap: { base: '7', lg: '10' },
  },
})

const Disc = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    boxSize: { base: '48px', md: '56px' },
    borderRadius: 'full',
    bg: 'success.solid',
    color: 'white',
  },
})

const Lines = chakra('ul', {
  base: {
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      gap: '3.5',
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& > li:last-child': { borderBottomWidth: '1px' },
    '& > li > :nth-last-child(2)': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
  },
})

const Inbox = chakra('div', {
  base: { borderWidth: '1px', borderColor: 'border', borderRadius: 'l2', overflow: 'hidden' },
})

const Help = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    mt: '3.5',
    fontSize: '.9375rem',
    lineHeight: '1.45',
    '& > li': { display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', gap: '2.5', overflowWrap: 'anywhere' },
    '& svg': { color: 'action.fg', mt: '2px' },
  },
})

/** Shows a received payment to whoever has its signed address: what was bought, and the way to it by email. */
export function Received({ payment, proof }: { payment: ReturnedPayment; proof: SignedReturn }) {
  const { order_no: order, courses, total, received, refund } = payment
  const open = courses.filter(({ refunded }) => !refunded)
  // Nothing is left to open once every course was refunded.
  const email = open.length > 0 && payment.email
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { token, logIn, isExpired } = useLoginLink()
  const opens = Boolean(token) && !isExpired
  const single = open.length === 1
  const { offer, again } = useAfterOffer(order, proof)
  return (
    <Columns>
      <Card
        as="section"
        display="grid"
        gap="4"
        px={{ base: '18px', md: '8' }}
        pb={{ base: '5', md: '7' }}
        borderTopRadius="4px"
      >
        <Awning tone="success" mt="-1px" mx={{ base: '-23px', md: '-37px' }} css={{ '--w': '18px' }} />
        <chakra.div role="status" display="flex" alignItems="center" gap={{ base: '3', md: '4' }} pt="3.5">
          <Disc>
            <IconCheck size={30} stroke={2.5} aria-hidden />
          </Disc>
          <div>
            <H1 ref={heading} tabIndex={-1} outline="0" fontSize={{ base: '1.625rem', md: '1.875rem' }}>
              {total > 0 ? t('Payment received') : t('Order complete')}
            </H1>
            <chakra.p color="fg.muted" lineHeight="1.3">
              {rich('Order {number}', { number: <OrderNumber of={order} /> })}
            </chakra.p>
          </div>
        </chakra.div>
        <Lines>
          {courses.map(({ course_name: name, course_banner: banner, quantity, refunded }) => (
            <li key={name}>
              <chakra.div flexShrink="0" w="64px" borderRadius="l1" overflow="hidden">
                <Picture place="thumb" src={banner} alt="" label="" cover={name} />
              </chakra.div>
              <b>{name}</b>
              <span>{quantity > 1 ? `× ${quantity}` : refunded && t('Refunded')}</span>
            </li>
          ))}
          <Sum label={t('Paid')} value={total} />
          {received !== undefined && <Sum label={t('Received')} value={received} />}
          {refund && <Sum label={t('Refunded')} value={refund.amount} />}
        </Lines>
        {refund?.by_gateway && <chakra.p color="fg.muted">{MONEY_BACK}</chakra.p>}
        {email && isExpired && <Problem>{t('This link no longer works. Send yourself a new one.')}</Problem>}
        {email && !opens && <ByEmail order={order} email={email} proof={proof} single={single} />}
        {email && opens && (
          <>
            <chakra.p color="fg.muted">
              {rich('This logs you in as {email}.', { email: <chakra.b color="fg">{email}</chakra.b> })}
            </chakra.p>
            {logIn.error && (
              <Problem>{errorText(logIn.error, t('Please check your connection and try again.'))}</Problem>
            )}
            <Button size="lg" full busy={logIn.isPending || logIn.isSuccess} onClick={() => logIn.mutate({ token })}>
              <Icon of={IconPlayerPlay} />
              {single ? t('Start lesson 1') : t('Open your courses')}
            </Button>
          </>
        )}
      </Card>
      <chakra.div display="grid" gap="7" _empty={{ display: 'none' }}>
        {email && !opens && <NotThere />}
        {offer && <AfterOffer offer={offer} orderNo={order} proof={proof} again={again} />}
      </chakra.div>
    </Columns>
  )
}

const Sum = ({ label, value }: { label: string; value: number }) => (
  <li>
    <b>{label}</b>
    <b>
      <Price value={value} />
    </b>
  </li>
)

type ByEmailProps = { order: string; email: string; proof: SignedReturn; single: boolean }

/** Sends the link again. The answer is the same whether or not an email goes out. */
function ByEmail({ order, email, proof, single }: ByEmailProps) {
  const send = useSubmission(api.orders.sendCourseLink.mutationOptions())
  return (
    <>
      <div>
        <chakra.b fontSize="1.0625rem">
          {single ? t('Open your course by email') : t('Open your courses by email')}
        </chakra.b>
        <chakra.p color="fg.muted" mt="1">
          {rich('We sent your receipt to {email}.', { email: <chakra.b color="fg">{email}</chakra.b> })}{' '}
          {single
            ? t('Not there, or no password? Send yourself a link that opens your course.')
            : t('Not there, or no password? Send yourself a link that opens your courses.')}
        </chakra.p>
      </div>
      <InboxPicture
        subject={
          !send.isSuccess
            ? t('Your receipt for order {order}', { order })
            : single
              ? t('Open your course')
              : t('Open your courses')
        }
      />
      {send.isError && <Problem>{errorText(send.error, t('Please check your connection and try again.'))}</Problem>}
      <Button size="lg" full busy={send.isPending} busyText={t('Sending...')} onClick={() => send.mutate(proof)}>
        <Icon of={IconMailForward} />
        {send.isSuccess ? t('Send the link again') : t('Send the link')}
      </Button>
      <chakra.p role="status" color="success.fg" _empty={{ display: 'none' }}>
        {send.isSuccess &&
          t('The link is on its way to {email}. Look in the spam folder, too. We send it 3 times an hour at most.', {
            email,
          })}
      </chakra.p>
    </>
  )
}

/** Shows how the email looks in a mailbox. */
function InboxPicture({ subject }: { subject: string }) {
  const { name } = useBrand()
  return (
    <Inbox role="group" aria-label={t('The email in your inbox')}>
      <chakra.p
        display="flex"
        alignItems="center"
        gap="2"
        px="3.5"
        py="2"
        bg="bg.muted"
        fontSize=".8125rem"
        fontWeight="550"
        color="fg.muted"
      >
        <Icon of={IconMail} size={16} />
        {t('Inbox')}
      </chakra.p>
      <chakra.div
        display="grid"
        gridTemplateColumns="40px minmax(0, 1fr) auto"
        columnGap="3"
        alignItems="center"
        px="3.5"
        py="3"
        lineHeight="1.35"
      >
        <chakra.div gridRow="span 2">
          <Avatar>{initialOf(name)}</Avatar>
        </chakra.div>
        <b>{name}</b>
        <chakra.span textStyle="xs" color="fg.subtle">
          {t('now')}
        </chakra.span>
        <chakra.span
          gridColumn="2 / -1"
          fontSize=".9375rem"
          overflow="hidden"
          textOverflow="ellipsis"
          whiteSpace="nowrap"
        >
          {subject}
        </chakra.span>
      </chakra.div>
    </Inbox>
  )
}

function NotThere() {
  const { name: shop } = useBrand()
  const { email } = useShop('contact', contactDefaults)
  const write = email
    ? rich('Wrong email? Write to {address} with the order number.', {
        address: (
          <chakra.a href={`mailto:${email}`} color="action.fg" textDecoration="underline">
            {email}
          </chakra.a>
        ),
      })
    : rich('Wrong email? Write to <us>us</us> with the order number.', {
        us: (words) => <TextLink to={paths.contact}>{words}</TextLink>,
      })
  const bold = (words: ReactNode) => <b>{words}</b>
  return (
    <aside>
      <chakra.h2 textStyle="h3" fontSize="1.25rem">
        {t('Not there?')}
      </chakra.h2>
      <Help>
        <li>
          <Icon of={IconClock} />
          <span>{t('It can take a minute. Nothing is lost: your payment is saved under the order number.')}</span>
        </li>
        <li>
          <Icon of={IconFolderSearch} />
          <span>{rich('Look under <b>Promotions</b> and <b>Spam</b> for “{shop}”.', { b: bold, shop })}</span>
        </li>
        <li>
          <Icon of={IconAt} />
          <span>{write}</span>
        </li>
        <li>
          <Icon of={IconLogin} />
          <span>
            {rich('You have a password? <login>Log in</login> and start now.', {
              login: (words) => <TextLink to={paths.login}>{words}</TextLink>,
            })}
          </span>
        </li>
      </Help>
    </aside>
  )
}
