import { CorrectUserBody } from 'contract/users'
import { Icon } from '../../ui/Icon.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconSend } from '../host/admin-icons.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { email, phone, text } from '../kit/fields.tsx'
import { nameOf, type User } from './user.ts'

const of = ({ user_id: id }: User) => ({ params: { id } })

/** Puts right what a buyer mistyped, and sends the access mail again. */
export default actionDialog({
  title: (user: User) => `Edit ${nameOf(user)}’s details`,
  call: adminApi.users.update,
  of,
  draft: ({ user_id }) => `user:${user_id}`,
  begun: ({ name, email: mail, phone: tel }) => ({ name, email: mail, phone: tel }),
  schema: CorrectUserBody,
  // Unsent fields do not change; a role that may correct a name may not change an address.
  sends: 'changed',
  fields: { name: text('Name', { unmarked: true, maxLength: 100 }), email: email('Email'), phone: phone('Phone') },
  codes: { email_taken: 'email' },
  stored: ({ user: { name, email: mail, phone: tel } }) => ({ name, email: mail, phone: tel }),
  layout: () => [
    'name',
    'email',
    'phone',
    <Help key="told">
      We tell the old address about the change. The access email has a password for 60 minutes, until the student
      chooses their own.
    </Help>,
  ],
  save: 'Save changes',
  waitsFor: 'Change a detail first',
  failed: 'Changes not saved',
  toasts: true,
  stays: true,
  beside: {
    call: adminApi.users.sendAccess,
    of,
    label: (
      <>
        <Icon of={IconSend} />
        Send access email
      </>
    ),
    busyText: 'Sending...',
    failed: 'Email not sent',
  },
})
