import type { LiveStep } from 'server/contract/before-live'
import { adminPaths } from '../admin-paths.ts'
import type { SettingsSectionId } from '../settings/settings-index.ts'

type Shown = { title: string; why: string; to: string }

const section = (id: SettingsSectionId) => `${adminPaths.tab('settings')}#section-${id}`

/** Each step before going live in words, with the place where it is mended. */
export const liveSteps: Record<LiveStep, Shown> = {
  name: {
    title: 'Put in your shop’s name',
    why: 'The shop or its logo is still called SkillHaat.',
    to: section('shop'),
  },
  line: {
    title: 'Write your own line and description',
    why: 'The demo text is still on the shop front or in search results.',
    to: section('shop'),
  },
  contact: {
    title: 'Put in your address, phone and email',
    why: 'A demo address, phone or email is still shown, and buyers cannot reach you there.',
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
    title: 'Tell your own story',
    why: 'The About page still has demo text, or names such as “Founder name”.',
    to: section('about'),
  },
  policies: {
    title: 'Read your policies',
    why: 'Buyers see the default texts. Read them, or write your own.',
    to: section('policies'),
  },
  course: {
    title: 'Publish your first course',
    why: 'There is nothing to buy yet.',
    to: adminPaths.tab('addcourse'),
  },
  gateway: {
    title: 'Connect Razorpay with live keys',
    why: 'Without them no real money comes in.',
    to: adminPaths.tab('payment'),
  },
  webhook: {
    title: 'Set the webhook secret',
    why: 'Razorpay needs it to tell the shop about payments.',
    to: adminPaths.tab('payment'),
  },
}
