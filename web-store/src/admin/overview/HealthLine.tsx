import { backupFault } from 'contract/backup-fault'
import type { Health } from 'contract/overview'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { IconSend } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { agoText } from '../lists/ago-text.ts'
import { useTestMail } from './health.ts'

type State = 'success' | 'warning' | 'danger'
export type Part = { title: string; detail: string; state: State; to?: string }

const Parts = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2,minmax(0,1fr))', xl: 'repeat(4,minmax(0,1fr)) auto' },
    gap: '4',
    alignItems: { base: 'start', xl: 'center' },
    px: { base: '4', md: '5' },
    py: '4',
  },
})

const Dot = chakra('span', {
  base: { flex: 'none', w: '2', h: '2', mt: '2', borderRadius: 'full' },
  variants: {
    state: { success: { bg: 'fg.success' }, warning: { bg: 'fg.warning' }, danger: { bg: 'danger.fg' } },
  },
})

/** Shows whether email, payments and backups work, and the version; one press sends a test email. */
export function HealthLine({ health, refusal }: { health: Health; refusal: string | null | undefined }) {
  return (
    <Card asChild>
      <section aria-label="Health">
        <Parts>
          {[mailPart(health), paymentPart(health, refusal), backupPart(health), versionPart(health)].map((part) => (
            <PartItem key={part.title} {...part} />
          ))}
          <chakra.li display="grid" gridColumn={{ base: '1 / -1', xl: 'auto' }}>
            <TestMail />
          </chakra.li>
        </Parts>
      </section>
    </Card>
  )
}

/** Says in two lines how one thing is, with its colour. */
export function PartItem({ title, detail, state, to }: Part) {
  return (
    <chakra.li display="flex" gap="2.5" minW="0">
      <Dot state={state} aria-hidden />
      <chakra.div minW="0">
        <chakra.p fontWeight="550">{title}</chakra.p>
        <Muted overflowWrap="anywhere">{to ? <TextLink to={to}>{detail}</TextLink> : detail}</Muted>
      </chakra.div>
    </chakra.li>
  )
}

function TestMail() {
  const { sending, send } = useTestMail()
  return (
    <Button variant="outline" size="sm" busy={sending} busyText="Sending..." onClick={send}>
      <Icon of={IconSend} />
      Send a test email
    </Button>
  )
}

export function mailPart({ mail }: Health): Part {
  if (!mail.ok) return { title: 'No email leaves', detail: mail.message ?? '', state: 'danger' }
  if (mail.message) return { title: 'Emails are not sent yet', detail: 'No mail server is set', state: 'warning' }
  return { title: 'Email works', detail: 'The mail server accepts every email', state: 'success' }
}

function paymentPart({ last_webhook_at: last }: Health, refusal: string | null | undefined): Part {
  if (refusal) return { title: 'Payments are refused', detail: refusal, state: 'danger' }
  if (!last) return { title: 'No payment reported yet', detail: 'Razorpay has sent no update', state: 'warning' }
  return { title: 'Payments work', detail: `Last update ${agoText(last)}`, state: 'success' }
}

function backupPart({ backup }: Health): Part {
  const { last_at, size_bytes } = backup
  const last = last_at ? `Last good one ${agoText(last_at)}` : 'None is good yet'
  const fault = backupFault(backup, shopNow())
  const to = adminPaths.tab('backups')
  if (fault === 'never') return { title: 'No backup yet', detail: 'Back up every night', state: 'warning', to }
  // The list above has the reason.
  if (fault === 'failed') return { title: 'The last backup failed', detail: last, state: 'danger', to }
  if (fault === 'old') return { title: 'The backup is old', detail: last, state: 'danger', to }
  const size = size_bytes === null ? '' : `, ${bytesText(size_bytes)}`
  return { title: 'Backed up', detail: `${agoText(last_at ?? '')}${size}`, state: 'success' }
}

function versionPart({ update: { version, newest }, started_at }: Health): Part {
  if (newest) return { title: `Version ${newest} is out`, detail: `You run ${version}`, state: 'warning' }
  return { title: `Version ${version}`, detail: `Running since ${dateTimeText(started_at)}`, state: 'success' }
}
