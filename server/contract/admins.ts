import { z } from 'zod'
import { Session } from './auth.ts'
import { adminHashes, limit, QUARTER } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Email, Message, Moment, optionalName, Password, TypedPassword } from './fields.ts'
import { OpenSession, SessionParams } from './sessions.ts'

/** Roles by their wire names; every call names its own. */
export const AdminRoleName = z.enum(['owner', 'editor', 'support', 'finance'], {
  error: 'Must be owner, editor, support or finance',
})

export const Admin = z.object({
  admin_id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: AdminRoleName,
  created_at: Moment,
  /** This admin's last login; null when never, or longer ago than sessions are stored. */
  last_login_at: Moment.nullable(),
  /** Null while the admin may log in. */
  ended_at: Moment.nullable(),
  /** True until the one-time password was replaced by one of the admin's own. */
  must_change_password: z.boolean(),
})
export type Admin = z.output<typeof Admin>

const AdminId = z.string({ error: 'Must be an admin id' }).trim().min(1).max(100)
const AdminParams = z.object({ admin_id: AdminId })

export const NewAdminBody = z.object({ email: Email, role: AdminRoleName, name: optionalName(100) })

export const UpdateAdminBody = z.object({ role: AdminRoleName.optional(), name: optionalName(100).optional() })

export const ChangeAdminPasswordBody = z.object({ current_password: TypedPassword, new_password: Password })

/** The one-time password is in this answer and nowhere else; it logs in once, within 24 hours, and then must be replaced. */
const WithPassword = Message.extend({ admin: Admin, password: z.string() })

export const admins = {
  /** Returns the logged-in admin. */
  me: defineCall({
    method: 'GET',
    path: '/admin/me',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    summary: 'The admin of this session',
  }).output(
    Admin.extend({
      /** From then on an owner without a second factor can do nothing but set one up; null for everybody else. */
      second_factor_due_at: Moment.nullable(),
      /** Version of the program, as in health. */
      version: z.string(),
      /** The tools of the console that the menu has: the shop needs them, or an owner wants to use them. */
      tools: z.array(z.string()),
      /** The ones of `tools` that only an owner's wish put there. */
      asked_tools: z.array(z.string()),
      /** True for an admin whose menu has every tool. */
      show_all: z.boolean(),
    }),
  ),

  /** Fills the own menu of the console with every tool, or with those in use. */
  showAll: defineCall({
    method: 'PUT',
    path: '/admin/me/show_all',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    summary: 'Show every tool in your menu, or only those in use',
    confirm: { without: 'the same call takes it back' },
  })
    .input(z.object({ show_all: z.boolean({ error: 'Must be true or false' }) }))
    .output(Message),

  /** `used` true puts a tool into the menu of the shop's admins; false takes it out, until the shop needs it. */
  useTool: defineCall({
    method: 'PUT',
    path: '/admin/tools',
    access: 'admin',
    summary: 'Put a tool into the menu, or take it out',
    confirm: { without: 'the same call takes it back' },
  })
    .input(
      z.object({
        tool: z.string({ error: 'Must be a tool' }).regex(/^[a-z-]{1,40}$/, { error: 'Must be a tool' }),
        used: z.boolean({ error: 'Must be true or false' }),
      }),
    )
    .output(Message),

  /** Every other session of this admin dies. 422 `wrong_password`, `common_password`. */
  changePassword: defineCall({
    method: 'POST',
    path: '/admin/change_password',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    summary: 'Change your password',
    cost: 'hash',
    limits: [limit('change_password', 'caller', 10, QUARTER)],
    confirm: { without: 'asks for a password or a second factor itself' },
    codes: ['wrong_password', 'common_password'],
  })
    .input(ChangeAdminPasswordBody)
    .output(Message.extend(Session.shape)),

  /** Sorted: admins who may log in first, then ended ones; each group by email. */
  list: defineCall({ method: 'GET', path: '/admin/admins', access: 'admin', summary: 'All admins' }).output(
    z.object({ admins: z.array(Admin) }),
  ),

  /** 409 `email_taken`. An admin whose access had ended gets it back, with this role. */
  create: defineCall({
    method: 'POST',
    path: '/admin/admins',
    access: 'admin',
    confirm: 'caller',
    status: 201,
    summary: 'Add admin',
    cost: 'hash',
    limits: [adminHashes],
    codes: ['email_taken'],
  })
    .input(NewAdminBody)
    .output(WithPassword),

  /** Changes an admin; a new role ends every session of theirs. Missing fields keep their value. 409 `last_owner`; 403 for the own role. */
  update: defineCall({
    method: 'PUT',
    path: '/admin/admins/{admin_id}',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Change role or name of an admin',
    codes: ['last_owner'],
  })
    .input(z.object({ params: AdminParams, body: UpdateAdminBody }))
    .output(Message.extend({ admin: Admin })),

  /** Every session of that admin dies at once. 403 for oneself. */
  resetPassword: defineCall({
    method: 'POST',
    path: '/admin/admins/{admin_id}/reset_password',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Give an admin a one-time password',
    cost: 'hash',
    limits: [adminHashes],
  })
    .input(z.object({ params: AdminParams }))
    .output(WithPassword),

  /** Every session of that admin dies at once. 409 `last_owner`; 403 for oneself. Again: 404. */
  end: defineCall({
    method: 'DELETE',
    path: '/admin/admins/{admin_id}',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'End the access of an admin',
    codes: ['last_owner'],
  })
    .input(z.object({ params: AdminParams }))
    .output(Message),

  /** For an admin who has lost passkeys, phone and recovery codes. Every session of that admin dies. 403 for oneself. */
  removeSecondFactor: defineCall({
    method: 'DELETE',
    path: '/admin/admins/{admin_id}/second_factor',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Remove the second factor of an admin',
  })
    .input(z.object({ params: AdminParams }))
    .output(Message.extend({ admin: Admin })),

  /** Lists the admin's sessions: this device, then the latest seen first. */
  sessions: defineCall({
    method: 'GET',
    path: '/admin/sessions',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    summary: 'Where one is logged in to the console',
  }).output(
    z.object({
      /** `address` is the client as limits see it. */
      sessions: z.array(OpenSession.extend({ address: z.string().nullable() })),
    }),
  ),

  /** 404 for another's, and for one that has ended. */
  endSession: defineCall({
    method: 'DELETE',
    path: '/admin/sessions/{session_id}',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    input: 'detailed',
    summary: 'Log out of the console on one device',
    confirm: { without: 'ends sessions, and a login opens the next' },
  })
    .input(z.object({ params: SessionParams }))
    .output(Message),

  endOtherSessions: defineCall({
    method: 'DELETE',
    path: '/admin/sessions',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    summary: 'Log out of the console on all other devices',
    confirm: { without: 'ends sessions, and a login opens the next' },
  }).output(Message),
}
