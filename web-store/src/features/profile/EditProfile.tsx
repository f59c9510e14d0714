import { useQueryClient } from '@tanstack/react-query'
import { type OwnProfile, UpdateProfileBody } from 'contract/account'
import { phoneKey } from 'contract/email-and-phone'
import { emailKey } from 'contract/typed-keys'
import { useState } from 'react'
import type { z } from 'zod'
import { api, client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { fieldErrors, useActionForm } from '../../shared/forms/use-action-form.ts'
import { PasswordField } from '../../shared/login/PasswordField.tsx'
import { Problem } from '../../shared/Problem.tsx'
import { studentDrafts } from '../../stores/drafts.ts'
import { session } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { PendingContacts } from './PendingContacts.tsx'
import { problemOf } from './use-profile.ts'

const fields = ['name', 'email', 'phone', 'current_password'] as const
const codes = { wrong_password: 'current_password' } as const

type Contacts = { email: string; phone: string }

const isMoved = (typed: Contacts, stored: Contacts) =>
  emailKey(typed.email) !== stored.email || phoneKey(typed.phone) !== phoneKey(stored.phone)

/** Name, email and phone of the student. Another email or phone needs the password, and counts once a link has proven it. */
export function EditProfile({ profile }: { profile: z.output<typeof OwnProfile> }) {
  const queries = useQueryClient()
  const { name, email, phone, user_id } = profile
  // A draft never stores a password.
  const [password, setPassword] = useState('')
  const form = useActionForm({
    drafts: studentDrafts,
    name: 'profile',
    begun: { name, email, phone },
    parse: (typed) =>
      UpdateProfileBody.safeParse({
        ...typed,
        user_id,
        ...(isMoved(typed, profile) && { current_password: password }),
      }),
    send: (body) => client.account.updateProfile(body),
    stored: ({ user }) => ({ name: user.name, email: user.email, phone: user.phone }),
    fallback: '',
    say: problemOf,
    fieldsOf: (error) => fieldErrors(error, fields, codes),
    onDone: ({ user, pending }, { sent }) => {
      if (!session.isOf(user.user_id)) return
      setPassword('')
      toast.success(
        t('Profile updated'),
        isMoved(sent, profile) ? { description: t('Open the link we emailed to confirm the change.') } : {},
      )
      session.updateUser({ name: user.name, email: user.email, phone: user.phone })
      queries.setQueryData(api.account.profile.queryOptions().queryKey, {
        ...user,
        email_confirmed: profile.email_confirmed,
        reminders: profile.reminders,
        ...(pending ? { pending } : {}),
      })
      void queries.invalidateQueries({ queryKey: api.account.dashboard.key() })
    },
    onFailed: (error) => {
      const id = fieldErrors(error, fields, codes) ? 'profile-fields' : 'profile-error'
      toast.error(t('Error updating profile'), { description: problemOf(error), id })
    },
  })
  const moves = isMoved(form.values, profile)
  return (
    <Card padded id="own-profile">
      <form method="post" noValidate onSubmit={form.submit} aria-label={t('Profile Settings')}>
        <Stack gap="5" gridTemplateColumns="minmax(0, 1fr)">
          <PendingContacts profile={profile} />
          <Field label={t('Full Name')} autoComplete="name" required {...form.field('name')} />
          <Field label={t('Email Address')} type="email" autoComplete="email" required {...form.field('email')} />
          <Field
            label={t('Phone Number')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            {...form.field('phone')}
          />
          {moves && (
            <PasswordField
              label={t('Your password')}
              autoComplete="current-password"
              required
              help={t('We ask for it before your email or phone changes.')}
              error={form.errorOf('current_password')}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
          {form.problem && <Problem>{form.problem}</Problem>}
          <Button type="submit" justifySelf="start" busy={form.isPending} busyText={t('Saving...')}>
            {t('Save Changes')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
