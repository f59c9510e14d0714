import { z } from 'zod'
import { Session } from './auth.ts'
import { call } from './call.ts'
import { Email, Message, Password, Phone, TypedPassword, text, UserId } from './fields.ts'
import { OpenSession, SessionParams } from './sessions.ts'

export const CourseStatus = z.enum(['not_started', 'in_progress', 'completed'])

/** `hours_spent` is hours to 2 decimals, half up, from accepted seconds. */
export const EnrolledCourse = z.object({
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  course_status: CourseStatus,
  hours_spent: z.number(),
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
})

export const Profile = z.object({
  name: z.string(),
  user_id: z.string(),
  email: z.string(),
  phone: z.string(),
  coins: z.number().int(),
  referral_code: z.string(),
})

export const UpdateProfileBody = z.object({
  name: text(2, 100, 'Name must be at least 2 characters'),
  email: Email,
  phone: Phone,
  user_id: UserId,
})

export const ChangePasswordBody = z.object({ current_password: TypedPassword, new_password: Password })

export const account = {
  /** Enrolled courses only, newest first. */
  dashboard: call({ method: 'GET', path: '/user/dashboard', access: 'user', summary: 'Numbers and courses' }).output(
    Dashboard,
  ),

  profile: call({ method: 'GET', path: '/user/profile', access: 'user', summary: 'Own profile' }).output(Profile),

  /** 403 for another's `user_id`; 409 `email_taken`, `phone_taken`. The old address is told of a change. */
  updateProfile: call({
    method: 'PUT',
    path: '/user/update_profile',
    access: 'user',
    summary: 'Change own profile',
    codes: ['forbidden', 'email_taken', 'phone_taken'],
  })
    .input(UpdateProfileBody)
    .output(z.object({ message: z.literal('Profile updated'), user: Profile })),

  /** Every other session dies; 422 `Current password is wrong`. */
  changePassword: call({
    method: 'POST',
    path: '/user/change_password',
    access: 'user',
    summary: 'Change own password',
    codes: ['wrong_password', 'common_password'],
  })
    .input(ChangePasswordBody)
    .output(Session.extend(Message.shape)),

  /** Where this student is signed in, the latest seen first. */
  sessions: call({ method: 'GET', path: '/user/sessions', access: 'user', summary: 'Where one is signed in' }).output(
    z.object({ sessions: z.array(OpenSession) }),
  ),

  /** 404 for another's, and for one that has ended. */
  endSession: call({
    method: 'DELETE',
    path: '/user/sessions/{session_id}',
    access: 'user',
    input: 'detailed',
    summary: 'Sign out of one device',
  })
    .input(z.object({ params: SessionParams }))
    .output(Message),

  endOtherSessions: call({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'user',
    summary: 'Sign out of all other devices',
  }).output(Message),
}
