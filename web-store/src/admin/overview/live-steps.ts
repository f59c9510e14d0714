import type { LiveStep } from 'contract/before-live'
import { adminPaths } from '../host/admin-paths.ts'
import type { SettingsSectionId } from '../settings/settings-index.ts'

type Shown = { title: string; why: string; to: string }

const section = (id: SettingsSectionId) => `${adminPaths.tab('settings')}#section-${id}`

/** Each step before going live in words, with the place where it is mended. */
export const liveSteps: Record<LiveStep, Shown> = {
  name: {
    title: 'Add your shop’s name',
    why: 'Your shop or its logo still says SkillHaat.',
    to: section('shop'),
  },
  logo: {
    title: 'Add your logo',
    why: 'Until then, your shop’s name shows as plain text.',
    to: section('shop'),
  },
  line: {
    title: 'Write your own tagline and description',
    why: 'Your home page or search results still show the demo text.',
    to: section('shop'),
  },
  contact: {
    title: 'Add your address, phone and email',
    why: 'Buyers still see a demo address, phone or email and cannot reach you.',
    to: section('contact'),
  },
  legal: {
    title: 'Say who runs the shop',
    why: 'The law asks for your registered name and a grievance officer.',
    to: section('legal'),
  },
  testimonials: {
    title: 'Replace the demo testimonials',
    why: 'These people do not exist. Invented reviews are against the law.',
    to: section('testimonials'),
  },
  claims: {
    title: 'Replace the demo figures',
    why: 'Show only numbers you can prove, or leave them empty.',
    to: section('claims'),
  },
  about: {
    title: 'Write your About page',
    why: 'The About page still has demo text, or names such as “Founder name”.',
    to: section('about'),
  },
  policies: {
    title: 'Read your policies',
    why: 'Buyers see our default policies. Read them, or write your own.',
    to: section('policies'),
  },
  demo_courses: {
    title: 'Remove the demo courses',
    why: 'Courses that came with the demo are still on sale. Delete them or make them drafts.',
    to: adminPaths.tab('courses', { status: 'published' }),
  },
  course: {
    title: 'Publish your first course',
    why: 'You have no course of your own on sale yet.',
    to: adminPaths.tab('addcourse'),
  },
  gateway: {
    title: 'Connect Razorpay with live keys',
    why: 'Until then you cannot take real payments.',
    to: adminPaths.tab('payment'),
  },
  webhook: {
    title: 'Set the webhook secret',
    why: 'Razorpay uses it to tell your shop about payments.',
    to: adminPaths.tab('payment'),
  },
}
