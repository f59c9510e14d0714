import type { Health, Overview } from 'contract/overview'
import type { ReactNode } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { agoText } from '../lists/ago-text.ts'
import { backupFault } from './health.ts'

type Troubles = {
  /** Set for owners alone, who mend it. */
  health: Health | undefined
  refusal: Overview['gateway_refusal'] | undefined
}

/** Shows what stops the shop: emails that do not leave, backups that fail or end, payments that Razorpay refuses. */
export function HealthTroubles({ health, refusal }: Troubles) {
  const fault = health && backupFault(health.backup, shopNow())
  return (
    <>
      {health && !health.mail.ok && (
        <TroubleNotice title="No email leaves your shop.">
          {health.mail.since && <>Since {dateTimeText(health.mail.since)} the mail server refuses: </>}
          {health.mail.message && <>{withoutStop(health.mail.message)}. </>}
          Correct <code>SMTP_URL</code> and <code>MAIL_FROM</code> in the settings of the server. Waiting emails leave
          on their own then.
        </TroubleNotice>
      )}
      {health && (fault === 'failed' || fault === 'old') && (
        <TroubleNotice title={fault === 'failed' ? 'The last backup failed.' : 'The last backup is old.'}>
          {fault === 'failed' && health.backup.message && <>The reason: {withoutStop(health.backup.message)}. </>}
          {health.backup.last_at ? (
            <>The last good one was made {agoText(health.backup.last_at)}. </>
          ) : (
            <>There is no good one yet. </>
          )}
          {fault === 'failed'
            ? 'Fix this on the server, or choose another place under '
            : 'Turn on the nightly backup under '}
          <TextLink to={adminPaths.tab('payment')}>Payment, Backups</TextLink>
          {fault === 'failed' ? '.' : ', or look why it does not run.'}
        </TroubleNotice>
      )}
      {refusal && (
        <TroubleNotice title="Razorpay refuses your shop’s payments">
          since {dateTimeText(refusal.since)}. Its reason: {withoutStop(refusal.reason)}.{' '}
          {health && (
            <>
              Check your account in the Razorpay dashboard, and your keys under{' '}
              <TextLink to={adminPaths.tab('payment')}>Payment</TextLink>.
            </>
          )}
        </TroubleNotice>
      )}
    </>
  )
}

const withoutStop = (text: string) => text.replace(/\.$/, '')

/** Shows what stops a part of the shop, since when, and the way to mend it. */
function TroubleNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.p
      role="alert"
      mb="5"
      px="4"
      py="3"
      borderRadius="l3"
      borderWidth="1px"
      borderColor="danger.fg"
      bg="danger.subtle"
      color="danger.fg"
      overflowWrap="anywhere"
      css={{ '& code': { fontFamily: 'mono', fontSize: '.875em' } }}
    >
      <b>{title}</b> {children}
    </chakra.p>
  )
}
