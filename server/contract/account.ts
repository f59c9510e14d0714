import { z } from 'zod'
import { Session } from './auth.ts'
import { DAY, limit, QUARTER } from './call-cost.ts'
import { ShownNextStep } from './courses/next-step.ts'
import { defineCall } from './define-call.ts'
import { Email, Message, Moment, nameText, Password, Phone, TypedPassword, UserId } from './fields.ts'
import { type Language, languages } from './languages.ts'
import { OpenSession, SessionParams } from './sessions.ts'

export const CourseStatus = z.enum(['not_started', 'in_progress', 'completed'])

/** `hours_spent` is hours to 2 decimals, half up, from accepted seconds. */
export const EnrolledCourse = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  course_status: CourseStatus,
  hours_spent: z.number(),
  /** Count of the present lessons. */
  lessons: z.number().int(),
  lessons_done: z.number().int(),
  /** Count of the done that were watched, passed, accepted or joined, and not only marked: certificates and reviews need these. */
  measured: z.number().int(),
  /** True if some of them were done in the shop before. */
  moved_in: z.boolean(),
  /** The lesson watched last, of the present ones; null before the first. */
  last_lesson_id: z.string().nullable(),
  last_watched_at: Moment.nullable(),
  /** When access ends or ended, and whether it can be bought again by now; absent when it is theirs forever. */
  access: z
    .object({
      ends_at: Moment,
      ended: z.boolean(),
      renewable: z.boolean(),
      /** The open plan by which it is paid in parts. */
      plan_id: z.string().optional(),
      /** The course has a price of its own for a renewal; `renewals.get` tells it. */
      renews: z.literal(true).optional(),
      /** A membership's next debit extends it: `ends_at` is the end of its days of grace. */
      membership: z.literal(true).optional(),
    })
    .optional(),
  /** The next step that the owner has set; absent without one, and once access ended. */
  next_step: ShownNextStep.optional(),
  /** Taken, or ready: the course gives a certificate and is completed; `certificates.get` says what is still to be watched. Null otherwise. */
  certificate: z.enum(['ready', 'taken']).nullable(),
})

export const Dashboard = z.object({
  user_id: z.string(),
  email: z.string(),
  phone: z.string(),
  name: z.string(),
  coins: z.number().int(),
  referred_by: z.string().nullable(),
  referral_code: z.string(),
  orders: z.array(EnrolledCourse),
  /** Features that have something of this student to show: the dashboard requests nothing of the others. */
  parts: z.array(z.string()),
})

export const Profile = z.object({
  name: z.string(),
  user_id: z.string(),
  email: z.string(),
  phone: z.string(),
  coins: z.number().int(),
  referral_code: z.string(),
})

/** The requested, unconfirmed changes. */
export const PendingContact = z.object({ email: z.string().optional(), phone: z.string().optional() })

/** The own profile; `email_confirmed` once a link or a password that was mailed to the address was used. */
export const OwnProfile = Profile.extend({
  email_confirmed: z.boolean(),
  pending: PendingContact.optional(),
  /** Emails before something is due: homework, a live lesson, the end of access. */
  reminders: z.boolean(),
})

/** A new email or phone needs `current_password`. */
export const UpdateProfileBody = z.object({
  name: nameText(2, 100, 'Name must be at least 2 characters'),
  email: Email,
  phone: Phone,
  user_id: UserId,
  current_password: TypedPassword.optional(),
})

export const ContactKind = z.enum(['email', 'phone'])
const OfKind = z.object({ params: z.object({ kind: ContactKind }) })

/** A login with an emailed one-time password proves the email; it sends the new password alone. */
export const ChangePasswordBody = z.object({ current_password: TypedPassword.optional(), new_password: Password })

/** In which language the student is written to. */
export const LanguageBody = z.object({ language: z.enum(Object.keys(languages) as [Language, ...Language[]]) })

/** A row of the exported data, with its stored columns. */
const DataRow = z.record(z.string(), z.unknown())

/** Times are UTC, money is paise. */
export const OwnData = z.object({
  made_at: Moment,
  parts: z.array(z.object({ title: z.string(), rows: z.array(DataRow) })),
  /** Names of the ids in the rows: titles of courses and lessons, questions and options of quizzes. */
  names: z.record(z.string(), z.string()),
})

export const DeleteAccountBody = z.object({ current_password: TypedPassword })

const Reminders = z.object({ reminders: z.boolean({ error: 'Must be true or false' }) })

export const account = {
  /** Enrolled courses only, newest first. */
  dashboard: defineCall({
    method: 'GET',
    path: '/user/dashboard',
    access: 'user',
    inView: true,
    summary: 'Numbers and courses',
  }).output(Dashboard),

  profile: defineCall({
    method: 'GET',
    path: '/user/profile',
    access: 'user',
    inView: true,
    summary: 'Own profile',
  }).output(OwnProfile),

  /**
   * The name counts at once, a new email or phone once the link of a mail has proven it: `user` has the old one, `pending`
   * the new. 403 for another's `user_id`; 422 `Current password is wrong`; a taken one is answered like a free one.
   */
  updateProfile: defineCall({
    method: 'PUT',
    path: '/user/update_profile',
    access: 'user',
    summary: 'Change own profile',
    cost: 'mail',
    limits: [limit('address_change', 'caller', 5, DAY, { byHandler: true })],
    codes: ['forbidden', 'wrong_password'],
  })
    .input(UpdateProfileBody)
    .output(z.object({ message: z.literal('Profile updated'), user: Profile, pending: PendingContact.optional() })),

  /** In which language the mails to the student are from now on. */
  setLanguage: defineCall({
    method: 'PUT',
    path: '/user/language',
    access: 'user',
    summary: 'Choose the language of my emails',
  })
    .input(LanguageBody)
    .output(LanguageBody),

  /** Turns the emails before something is due on or off. They are about own courses, so they are on until the student says so. */
  setReminders: defineCall({
    method: 'PUT',
    path: '/user/reminders',
    access: 'user',
    summary: 'Turn my reminders on or off',
  })
    .input(Reminders)
    .output(Reminders),

  /** The link of what is pending once more, or that of the own address until it is proven. 404 when there is neither. */
  resendLink: defineCall({
    method: 'POST',
    path: '/user/profile/pending/{kind}',
    access: 'user',
    body: 'none',
    input: 'detailed',
    summary: 'Send the link of a new email or phone again',
    cost: 'mail',
    limits: [limit('address_change', 'caller', 5, DAY)],
    codes: ['not_found'],
  })
    .input(OfKind)
    .output(Message),

  /** 404 when nothing of the kind is pending. */
  cancelChange: defineCall({
    method: 'DELETE',
    path: '/user/profile/pending/{kind}',
    access: 'user',
    input: 'detailed',
    summary: 'Cancel the change of email or phone',
    codes: ['not_found'],
  })
    .input(OfKind)
    .output(Message),

  /** Every other session dies; 422 `Current password is wrong`. */
  changePassword: defineCall({
    method: 'POST',
    path: '/user/change_password',
    access: 'user',
    summary: 'Change own password',
    cost: 'hash',
    limits: [limit('change_password', 'caller', 10, QUARTER)],
    codes: ['wrong_password', 'common_password'],
  })
    .input(ChangePasswordBody)
    .output(Session.extend(Message.shape)),

  /** Everything that the shop holds of this student, without passwords and without what others wrote for themselves. */
  ownData: defineCall({
    method: 'GET',
    path: '/user/data',
    access: 'user',
    summary: 'Download all own data',
    cost: 'export',
    limits: [limit('own_data', 'caller', 10, QUARTER)],
  }).output(OwnData),

  /**
   * Ends the account: email and phone are free again, every session is dead, courses, coins and gift codes are gone. Orders and issued
   * documents stay for the accounts, without more of the person than the law asks for. 422 `Current password is wrong`.
   */
  deleteOwn: defineCall({
    method: 'POST',
    path: '/user/delete_account',
    access: 'user',
    summary: 'Delete own account',
    cost: 'hash',
    limits: [limit('delete_account', 'caller', 10, QUARTER)],
    codes: ['wrong_password'],
  })
    .input(DeleteAccountBody)
    .output(Message),

  /** Lists the student's sessions: this device, then the latest seen first. */
  sessions: defineCall({
    method: 'GET',
    path: '/user/sessions',
    access: 'user',
    inView: true,
    summary: 'Where one is logged in',
  }).output(z.object({ sessions: z.array(OpenSession) })),

  /** 404 for another's, and for one that has ended. */
  endSession: defineCall({
    method: 'DELETE',
    path: '/user/sessions/{session_id}',
    access: 'user',
    input: 'detailed',
    summary: 'Log out of one device',
  })
    .input(z.object({ params: SessionParams }))
    .output(Message),

  endOtherSessions: defineCall({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'user',
    summary: 'Log out of all other devices',
  }).output(Message),
}
