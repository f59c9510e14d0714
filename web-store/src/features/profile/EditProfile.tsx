import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type OwnProfile, UpdateProfileBody } from 'contract/account'
import { phoneKey } from 'contract/email-and-phone'
import { emailKey } from 'contract/spelling'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { api, isAuthError } from '../../api/client.ts'
import { fieldsSince, useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { endSession } from '../../shared/login/session-ended.ts'
import { session } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { FormProblem } from './FormProblem.tsx'
import { showFieldErrors } from './form-errors.ts'
import { PendingContacts } from './PendingContacts.tsx'
import { problemOf } from './use-profile.ts'

const fields = ['name', 'email', 'phone', 'current_password'] as const
const codes = { wrong_password: 'current_password' } as const

/** Name, email and phone of the student. Another email or phone needs the password, and counts once a link has proven it. */
export function EditProfile({ profile }: { profile: z.output<typeof OwnProfile> }) {
  const queries = useQueryClient()
  const { name, email, phone, user_id } = profile
  const form = useForm({
    resolver: zodResolver(UpdateProfileBody),
    defaultValues: { name, email, phone, user_id },
  })
  const { register, handleSubmit, setError, watch, formState } = form
  const { errors } = formState
  const typed = watch()
  const moves = emailKey(typed.email) !== email || phoneKey(typed.phone) !== phoneKey(phone)
  const save = useSubmission(
    api.account.updateProfile.mutationOptions({
      onMutate: () => fieldsSince(form),
      onSuccess: ({ user, pending }, _, settle) => {
        if (!session.isOf(user.user_id)) return
        toast.success(
          t('Profile updated'),
          moves ? { description: t('Open the link we emailed to confirm the change.') } : {},
        )
        session.updateUser({ name: user.name, email: user.email, phone: user.phone })
        queries.setQueryData(api.account.profile.queryOptions().queryKey, {
          ...user,
          email_confirmed: profile.email_confirmed,
          ...(pending ? { pending } : {}),
        })
        void queries.invalidateQueries({ queryKey: api.account.dashboard.key() })
        settle({ name: user.name, email: user.email, phone: user.phone, user_id: user.user_id })
      },
      onError: (error) => {
        if (isAuthError(error)) return endSession(error, paths.settings)
        const shown = showFieldErrors(error, setError, fields, codes)
        toast.error(t('Error updating profile'), {
          description: problemOf(error),
          id: shown ? 'profile-fields' : 'profile-error',
        })
      },
    }),
  )
  return (
    <Card padded>
      <form noValidate onSubmit={handleSubmit((values) => save.mutate(values))} aria-label={t('Profile Settings')}>
        <Stack gap="5" gridTemplateColumns="minmax(0, 1fr)">
          <PendingContacts profile={profile} />
          <Field
            label={t('Full Name')}
            autoComplete="name"
            required
            error={errors.name?.message}
            {...register('name')}
          />
          <Field
            label={t('Email Address')}
            type="email"
            autoComplete="email"
            required
            error={errors.email?.message}
            {...register('email')}
          />
          <Field
            label={t('Phone Number')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            error={errors.phone?.message}
            {...register('phone')}
          />
          {moves && (
            <PasswordField
              label={t('Your password')}
              autoComplete="current-password"
              required
              help={t('We ask for it before your email or phone changes.')}
              error={errors.current_password?.message}
              {...register('current_password', { shouldUnregister: true })}
            />
          )}
          <FormProblem error={save.error} fields={fields} codes={codes} />
          <Button type="submit" justifySelf={{ md: 'start' }} busy={save.isPending} busyText={t('Saving...')}>
            {t('Save Changes')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
