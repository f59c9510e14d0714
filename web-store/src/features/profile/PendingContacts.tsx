import { useQueryClient } from '@tanstack/react-query'
import type { OwnProfile } from 'contract/account'
import type { z } from 'zod'
import { api } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Row } from '../../ui/layout.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { Notice } from './Notice.tsx'
import { problemOf } from './use-profile.ts'

type Profile = z.output<typeof OwnProfile>
type Kind = 'email' | 'phone'

/** Lists contacts that wait for an emailed link: a new email or phone, or the address of a new account. */
export function PendingContacts({ profile }: { profile: Profile }) {
  const { email, email_confirmed: confirmed, pending } = profile
  const newEmail = pending?.email
  const newPhone = pending?.phone
  return (
    <>
      {newEmail !== undefined && (
        <Pending kind="email" title={t('Confirm your new email address')} cancel>
          {t('We sent a link to {new_email}. It works once, for 60 minutes. Until you open it, log in with {email}.', {
            new_email: newEmail,
            email,
          })}
        </Pending>
      )}
      {newPhone !== undefined && (
        <Pending kind="phone" title={t('Confirm your new phone number')} cancel>
          {t(
            'Your new number is {phone}. To confirm it, open the link we sent to {email}. It works once, for 60 minutes.',
            { phone: newPhone, email },
          )}
        </Pending>
      )}
      {!confirmed && newEmail === undefined && (
        <Pending kind="email" title={t('Confirm your email address')}>
          {t('Open the link that we emailed to {email}. Your invoices then come by email.', { email })}
        </Pending>
      )}
    </>
  )
}

type PendingProps = { kind: Kind; title: string; children: React.ReactNode; cancel?: boolean }

function Pending({ kind, title, children, cancel = false }: PendingProps) {
  const queries = useQueryClient()
  const onError = (error: unknown) => {
    toast.error(t('That did not work'), { description: problemOf(error), id: 'pending-contact' })
    void queries.invalidateQueries({ queryKey: api.account.profile.key() })
  }
  const send = useSubmission(
    api.account.resendLink.mutationOptions({
      onSuccess: () => toast.success(t('Link sent'), { description: t('Please check your inbox and spam folder.') }),
      onError,
    }),
  )
  const drop = useSubmission(
    api.account.cancelChange.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.account.profile.key() })
        toast.success(t('Change cancelled'))
      },
      onError,
    }),
  )
  return (
    <Notice icon={IconMail}>
      <div>
        <chakra.strong display="block" fontWeight="650">
          {title}
        </chakra.strong>
        {children}
      </div>
      <Row flexWrap="wrap" gap="2.5">
        <Button
          variant="outline"
          size="sm"
          busy={send.isPending}
          busyText={t('Sending...')}
          onClick={() => send.mutate({ params: { kind } })}
        >
          {cancel ? t('Send link again') : t('Send link')}
        </Button>
        {cancel && (
          <Button variant="outline" size="sm" busy={drop.isPending} onClick={() => drop.mutate({ params: { kind } })}>
            {t('Cancel change')}
          </Button>
        )}
      </Row>
    </Notice>
  )
}
