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
    title: 'Write your headline and description',
    why: 'Your home page or search results are empty, or still show the demo text.',
    to: section('shop'),
  },
  contact: {
    title: 'Add your address, phone and email',
    why: 'Buyers see no address, phone or email of yours and cannot reach you.',
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
    why: 'The About page is empty, or still has demo text.',
    to: section('about'),
  },
  policies: {
    title: 'Read your policies',
    why: 'Buyers see our default policies. Read them, or write your own.',
    to: section('policies'),
  },
  guarantee: {
    title: 'Decide on a money-back guarantee',
    why: 'Off in a new shop. Turned on, the store promises it everywhere. Save a choice, or dismiss this to leave it as it is.',
    to: section('guarantee'),
  },
  urgency: {
    title: 'Decide on the countdown and the next price',
    why: 'Off in a new shop. Buyers may take them for a real deadline and a real price. Save a choice, or dismiss this to leave them as they are.',
    to: section('sales-pages'),
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
