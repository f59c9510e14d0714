import { z } from 'zod'
import { findAnyCourse } from '../../courses/courses/courses.queries.ts'
import {
  accountDeletedEmail,
  contactLinkEmail,
  contactTakenEmail,
  profileChangedEmail,
} from '../../platform/mail/account-emails.ts'
import {
  adminPasswordEmail,
  enrolledEmail,
  forgottenPasswordEmail,
  freeCourseEmail,
  newDeviceEmail,
  welcomeEmail,
} from '../../platform/mail/login-emails.ts'
import { ADMIN_LINK_MINUTES, makeAdminLink } from '../../shop/auth/admin-password-link.ts'
import { LINK_MINUTES, makeLink, makeWelcomeLink, WELCOME_DAYS } from '../../shop/auth/contact-changes.ts'
import { issueTemporaryPassword, TEMPORARY_PASSWORD_MINUTES } from '../../shop/auth/forgotten-password.ts'
import { makeLoginLink } from '../../shop/auth/login-links.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findHolder, findRecipient } from '../reports/mails/recipients.queries.ts'

/** Greets a new account. */
export const welcomeMailJob = oneMail({
  name: 'welcome-mail',
  payload: z.object({
    user_id: z.string(),
    password_made: z.boolean().default(false),
    /** The call that made the account has counted the email to its address. */
    counted: z.boolean().default(false),
  }),
  async find(ctx, { user_id, password_made: made, counted }) {
    const user = await findRecipient(ctx.db, user_id)
    if (!user) return undefined
    const { referral_code } = user
    const token = await makeWelcomeLink(ctx, user_id)
    return {
      to: user.email,
      receiver: counted ? 'counted' : 'account',
      language: user.language,
      messageId: `welcome.${user_id}`,
      letter: welcomeEmail({ referral_code, token, made, days: WELCOME_DAYS }),
      about: { user_id },
    }
  },
})

/** Mails the link into a free course to a new account; a further try makes another link, which ends the last. */
export const freeCourseMailJob = oneMail({
  name: 'free-course-mail',
  payload: z.object({ user_id: z.string(), id: z.number(), course_id: z.string() }),
  async find(ctx, { user_id, id, course_id }) {
    const [user, course] = await Promise.all([findRecipient(ctx.db, user_id), findAnyCourse(ctx.db, course_id)])
    const token = user && course ? await makeLoginLink(ctx, id, WELCOME_DAYS) : undefined
    if (!user || !course || token === undefined) return undefined
    return {
      to: user.email,
      // The call that made the account has counted it.
      receiver: 'counted',
      language: user.language,
      messageId: `free-course.${user_id}.${course_id}`,
      letter: freeCourseEmail({ course: course.name, token, days: WELCOME_DAYS }),
      about: { user_id },
    }
  },
})

/**
 * Makes a temporary password for the account, if there is one, and mails it. The password is in no table and no payload;
 * a further try makes another one, which ends the one before.
 */
export const forgottenPasswordJob = oneMail({
  name: 'forgotten-password',
  payload: z.union([z.strictObject({ email: z.string() }), z.strictObject({ phone_key: z.string() })]),
  retries: 10,
  async find(ctx, account) {
    const issued = await issueTemporaryPassword(ctx, account)
    if (!issued) return undefined
    const { name, password, user_id } = issued
    return {
      to: issued.email,
      receiver: 'counted',
      language: issued.language,
      letter: forgottenPasswordEmail({ name, password, minutes: TEMPORARY_PASSWORD_MINUTES }),
      about: { user_id },
    }
  },
})

/** Mails the link for a new admin password, if there is such an admin. The token is in no payload; a further try makes another one. */
export const forgottenAdminPasswordJob = oneMail({
  name: 'forgotten-admin-password',
  payload: z.strictObject({ email: z.string() }),
  retries: 10,
  async find(ctx, { email }) {
    const link = await makeAdminLink(ctx, email)
    if (!link) return undefined
    const { admin_id, token } = link
    return {
      to: link.email,
      receiver: 'counted',
      language: 'en' as const,
      letter: adminPasswordEmail({ token, minutes: ADMIN_LINK_MINUTES }),
      about: { admin_id },
    }
  },
})

const SETTINGS = { user: '/dashboard/settings', admin: '/admin?tab=password' }

/** Tells the holder of an account of a sign-in on a device that the account did not know. */
export const newDeviceMailJob = oneMail({
  name: 'new-device-mail',
  payload: z.object({ audience: z.enum(['user', 'admin']), id: z.number(), device: z.string(), at: z.string() }),
  async find(ctx, { audience, id, device, at }) {
    const holder = await findHolder(ctx.db, audience, id)
    if (!holder) return undefined
    const data = { name: holder.name, device, at: new Date(at), settingsPath: SETTINGS[audience] }
    return {
      to: holder.email,
      receiver: audience === 'admin' ? 'shop' : 'account',
      language: holder.language,
      letter: newDeviceEmail(data),
      about: { audience, holder_id: holder.public_id },
    }
  },
})

/**
 * Mails the link of a waiting change; an account that already has the address gets a notice instead. The token
 * is in no payload; another email has the same.
 */
export const contactLinkMailJob = oneMail({
  name: 'contact-link-mail',
  payload: z.object({ user_id: z.string(), kind: z.enum(['email', 'phone']) }),
  retries: 10,
  async find(ctx, { user_id, kind }) {
    const link = await makeLink(ctx, user_id, kind)
    if (!link) return undefined
    return {
      to: link.to,
      receiver: 'typed',
      language: link.language,
      letter: (shop) =>
        link.taken ? contactTakenEmail()(shop) : contactLinkEmail({ ...link, kind, minutes: LINK_MINUTES })(shop),
      about: { user_id, kind },
    }
  },
})

/** Tells the address an account had before that its contact data changed, so that a takeover does not stay unseen. */
export const profileChangedMailJob = oneMail({
  name: 'profile-changed-mail',
  payload: z.object({
    user_id: z.string(),
    old_email: z.string(),
    changed: z.array(z.enum(['email', 'phone'])).min(1),
    /** The address was the holder's: no stranger may keep them from the news. */
    old_proven: z.boolean().default(true),
    /** Only requested, not confirmed yet. */
    asked: z.boolean().optional(),
  }),
  async find(ctx, { user_id, old_email, old_proven, changed, asked = false }) {
    const user = await findRecipient(ctx.db, user_id)
    if (!user) return undefined
    return {
      to: old_email,
      receiver: old_proven ? 'shop' : 'account',
      language: user.language,
      letter: profileChangedEmail({ changed, asked }),
      about: { user_id },
    }
  },
})

/** Says good-bye to the address of an account that is gone; the address goes from the queue with it. */
export const accountDeletedMailJob = oneMail({
  name: 'account-deleted-mail',
  payload: z.object({ email: z.string(), language: z.enum(['en', 'hi', 'mr']).default('en') }),
  keepSeconds: 60,
  find: async (_ctx, { email, language }) => ({
    to: email,
    receiver: 'account',
    language,
    letter: accountDeletedEmail(),
    about: {},
  }),
})

const DAY_MINUTES = 24 * 60

/**
 * Tells a student which courses the shop gave them. For an account that was made for it, and for one whose address nobody has proven, the
 * mail has a password, which is in no table and no payload: it logs in for some days until the own one is stored, proves the address by that, ends whatever else
 * opened the account, and asks for an own one.
 */
export const enrolledMailJob = oneMail({
  name: 'enrolled-mail',
  payload: z.object({
    user_id: z.string(),
    course_ids: z.array(z.string()),
    account: z.enum(['new', 'unproven', 'known']),
  }),
  async find(ctx, { user_id, course_ids, account }) {
    const user = await findRecipient(ctx.db, user_id)
    if (!user) return undefined
    const courses = await Promise.all(course_ids.map((id) => findAnyCourse(ctx.db, id)))
    const days = ctx.config.firstPasswordDays
    const issued =
      account === 'known' ? undefined : await issueTemporaryPassword(ctx, { email: user.email }, days * DAY_MINUTES)
    const names = courses.flatMap((course) => course?.name ?? [])
    return {
      to: user.email,
      receiver: 'shop',
      language: user.language,
      letter: enrolledEmail({ name: user.name, courses: names, account, password: issued?.password, days }),
      about: { user_id },
    }
  },
})
