import { z } from 'zod'
import { emailsToAddress, HOUR, limit, MINUTE, QUARTER } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Email, optionalName, optionalText, Password, Phone, TypedPassword } from './fields.ts'

/** A session: send `token_type` and `access_token` as `Authorization`. `expires_in` is in seconds. */
export const Session = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int().positive(),
})

export const LoginAnswer = Session.extend({ must_change_password: z.boolean().optional() })

export const RegisteredUser = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  coins: z.number().int(),
  referred_by: z.string().nullable(),
  referral_code: z.string(),
})

const ONE_GIVEN = 'Email or phone is required'

/** One of `email` and `phone`; the other is missing, null or empty. */
const EmailOrPhone = {
  email: optionalText(254),
  phone: optionalText(40),
}

export const ForgetPasswordBody = z
  .object(EmailOrPhone)
  .refine((body) => body.email !== null || body.phone !== null, { error: ONE_GIVEN, path: ['email'] })

/** Two schemas, so that a missing email and a missing password are both named, in this order. */
export const LoginBody = ForgetPasswordBody.and(z.object({ password: TypedPassword }))

export const RegisterBody = z.object({
  email: Email,
  phone: Phone,
  password: Password,
  /** A referral code (any case) or a user id of another user. */
  reffered_by: optionalText(64),
  name: optionalName(100),
  /** True if the client made the password: the welcome email then has a link to set an own one. */
  password_made: z.boolean().optional(),
})

export const AdminLoginBody = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, { error: 'Email is required' })
    .max(254, { error: 'Email is too long' }),
  password: TypedPassword,
})

export const ForgetAdminPasswordBody = AdminLoginBody.pick({ email: true })

const TOKEN = 'Must be the token of a link'

/** Carries `challenge_id` and its answer, once the second step is required. */
export const NewAdminPasswordBody = z.object({
  token: z.string({ error: TOKEN }).min(1, { error: TOKEN }).max(100, { error: TOKEN }),
  new_password: Password,
  challenge_id: optionalText(100),
  code: optionalText(40),
  passkey: z.record(z.string(), z.unknown()).nullish(),
})

export const AdminLoginAnswer = Session.extend({
  role: z.enum(['owner', 'editor', 'support', 'finance']),
  name: z.string().nullable(),
  /** True after a login with a one-time password: nothing but choosing an own one, `me` and logging out is answered until then. */
  must_change_password: z.boolean().optional(),
})

const MAILED = 'If there is an account, we emailed its new password. Please check your inbox and spam folder.'

export const auth = {
  /** 401 `invalid_credentials` with the same words and time whether or not the account exists; 429 by account and client. */
  login: defineCall({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Log in with email or phone',
    cost: 'hash',
    limits: [
      limit('login', 'account and client', 10, QUARTER, { failuresOnly: true }),
      limit('login_client', 'client', 50, QUARTER, { failuresOnly: true }),
    ],
    account: 'login',
    codes: ['invalid_credentials'],
  })
    .input(LoginBody)
    .output(LoginAnswer),

  /** 409 `email_taken`; 422 `invalid_referral_code`, `common_password`; 429 by client. */
  register: defineCall({
    method: 'POST',
    path: '/register',
    access: 'public',
    status: 201,
    summary: 'Create an account',
    cost: 'hash',
    limits: [limit('register_minute', 'client', 30, MINUTE), limit('register_hour', 'client', 300, HOUR)],
    account: 'registration',
    codes: ['email_taken', 'invalid_referral_code', 'common_password'],
  })
    .input(RegisterBody)
    .output(
      z.object({
        user: RegisteredUser,
        user_id: z.string(),
        token: z.string(),
        token_type: z.literal('bearer'),
        message: z.literal('Registration successful'),
      }),
    ),

  /** Always 200 for a well-formed request; the mail goes out in the background. */
  forgetPassword: defineCall({
    method: 'POST',
    path: '/forget-password',
    access: 'public',
    summary: 'Email a new password',
    cost: 'mail',
    limits: [limit('forgot_client', 'client', 20, HOUR), emailsToAddress({ knownApart: true, says: MAILED })],
    account: 'way in',
  })
    .input(ForgetPasswordBody)
    .output(z.object({ message: z.string() })),

  /** The session of the token is dead at once. */
  logout: defineCall({
    method: 'POST',
    path: '/logout',
    access: 'user',
    inView: true,
    status: 204,
    summary: 'Log out',
    bounded: 'ends the session that calls',
  }).output(z.void()),

  /**
   * 401 `Invalid admin credentials`, also for a one-time password that was used or is older than 24 hours; 429 by account and
   * client. An admin with a second factor gets 401 `second_factor_required` for the right password, with `challenge_id`,
   * `methods` and `passkey` for the second step.
   */
  adminLogin: defineCall({
    method: 'POST',
    path: '/admin/login',
    access: 'public',
    summary: 'Log in as an admin',
    cost: 'hash',
    limits: [
      limit('admin_login', 'account and client', 5, QUARTER, { failuresOnly: true }),
      limit('admin_login_client', 'client', 30, QUARTER, { failuresOnly: true }),
    ],
    account: 'admin login',
    codes: ['invalid_credentials', 'second_factor_required'],
  })
    .input(AdminLoginBody)
    .output(AdminLoginAnswer),

  /** Always 200 for a well-formed request; the link is mailed in the background, works once, and for 60 minutes. */
  forgetAdminPassword: defineCall({
    method: 'POST',
    path: '/admin/login/forgotten',
    access: 'public',
    summary: 'Email a link for a new admin password',
    cost: 'mail',
    limits: [
      limit('forgot_admin_client', 'client', 20, HOUR),
      limit('forgot_admin', 'account', 3, HOUR, { knownApart: true, says: MAILED }),
    ],
    account: 'admin',
  })
    .input(ForgetAdminPasswordBody)
    .output(z.object({ message: z.string() })),

  /**
   * Sets the password and logs in; every session before it is dead. 422 `link_expired`, `common_password`. An admin with a second factor
   * gets 401 `second_factor_required` first, as at the login, and sends the same with its answer; 401 `invalid_credentials` for a wrong one.
   */
  newAdminPassword: defineCall({
    method: 'POST',
    path: '/admin/login/new_password',
    access: 'public',
    summary: 'Set a new admin password by an emailed link',
    cost: 'hash',
    limits: [
      limit('new_admin_password_client', 'client', 30, QUARTER, { failuresOnly: true }),
      limit('new_admin_password', 'account', 10, QUARTER, { failuresOnly: true }),
    ],
    account: 'admin link',
    codes: ['link_expired', 'common_password', 'second_factor_required', 'invalid_credentials'],
  })
    .input(NewAdminPasswordBody)
    .output(AdminLoginAnswer.extend({ email: z.string() })),

  adminLogout: defineCall({
    method: 'POST',
    path: '/admin/logout',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    noted: false,
    status: 204,
    summary: 'Log out of the admin console',
    bounded: 'ends the session that calls',
    confirm: { without: 'ends sessions, and a login opens the next' },
  }).output(z.void()),
}
