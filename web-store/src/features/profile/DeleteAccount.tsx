import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { api, client, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { cart } from '../../stores/cart.ts'
import { session } from '../../stores/session.ts'
import { storage } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { problemOf } from './use-profile.ts'

/** Explains what is deleted and what stays, and requires the password. Afterwards nobody is signed in. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data } = useQuery(api.account.dashboard.queryOptions())
  const certified = (data?.orders ?? [])
    .filter(({ certificate }) => certificate === 'taken')
    .map(({ course_name }) => course_name)
  const id = useId()
  const form = useSecretForm({
    begun: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : t('Password is required') }),
    send: ({ password }) => client.account.deleteOwn({ current_password: password }),
    fallback: '',
    say: (error) =>
      isApiError(error) && error.code === 'wrong_password' ? t('Current password is wrong') : problemOf(error),
    onDone: () => {
      // The cart of the account goes with it; lines of this browser alone stay.
      const gone = (storage.read('cart_with')?.lines ?? []).map((line) => line.course_id)
      if (gone.length > 0) cart.change((here) => here.filter(({ id }) => !gone.includes(id)))
      session.end()
      navigate(paths.home, { replace: true })
      toast.success(t('Account deleted'), { description: t('We sent you an email about it.') })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Delete your account?')}
      role="alertdialog"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('Keep my account')}
          </Button>
          <Button type="submit" form={id} colorPalette="danger" busy={form.isPending} busyText={t('Deleting...')}>
            {t('Delete my account')}
          </Button>
        </>
      }
    >
      <form method="post" id={id} noValidate onSubmit={form.submit}>
        <Stack gap="4">
          <chakra.ul display="grid" gap="2" ps="5" listStyleType="disc">
            <li>
              {t(
                'You lose your courses, your progress, your coins and gift codes nobody has used yet. We cannot bring them back.',
              )}
            </li>
            <li>{t('Your name, email, phone and messages are erased.')}</li>
            {certified.length > 0 && (
              <li>
                {t(
                  'Your certificates are withdrawn: {courses}. Whoever checks one reads that its holder withdrew it.',
                  { courses: certified.join(', ') },
                )}
              </li>
            )}
            <li>
              {t(
                'Invoices and receipts stay for 6 years, because Indian law requires it. Download those you need first.',
              )}
            </li>
          </chakra.ul>
          <PasswordField
            label={t('Your password')}
            autoComplete="current-password"
            {...form.field('password')}
            error={form.errorOf('password') ?? form.problem}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
