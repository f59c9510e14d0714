import type { settingsSections } from './settings-index.ts'

type SectionTitle = (typeof settingsSections)[number]['title']

/** Labels of the settings by section and path. The form and the dialog of two versions read them. */
const labels = {
  Shop: {
    'brand.name': 'Shop name',
    'brand.logo_text': 'Logo text',
    'brand.logo': 'Logo',
    'look.icon': 'Icon',
    'brand.line': 'Tagline',
    'brand.description': 'Description',
  },
  'Home page': {
    'home.headline': 'Headline',
    'home.text': 'Text',
    'home.trust': 'Trust lines',
    'home.steps_heading': 'Heading of the steps',
    'home.steps': 'Steps',
  },
  Brand: {
    'look.buy': 'Buy buttons',
    'look.action': 'Other buttons and links',
    'look.dark': 'Dark background',
    'look.radius': 'Corners',
    'look.type': 'Letters',
  },
  'Sales pages': {
    'switches.countdown': 'Countdown clock',
    'switches.next_price': 'Next price',
  },
  Bundles: {
    'bundles.moved': 'Count courses that moved in',
    'bundles.gifted': 'Count gifts',
    'bundles.granted': 'Count free courses',
  },
  Coins: {
    coins: 'Coins',
  },
  'Questions at checkout': {
    'children.ask': 'Ask whether 18 or older',
    checkout_questions: 'Questions at checkout',
  },
  Guarantee: {
    'guarantee.days': 'Days after the payment',
    'guarantee.text': 'Text beside the button',
  },
  Lessons: {
    'delivery.moving_mark': 'Watermark with student’s email',
    'delivery.pdf_stamp': 'Stamped PDFs',
    'delivery.access_reminder': 'Reminder before access ends',
    'delivery.login_code': 'Log in with a code',
    'delivery.devices': 'Devices allowed at the same time',
    'delivery.questions': 'Questions under a lesson',
    'delivery.question_mails': 'Email me about new questions and assignments',
  },
  Contact: {
    'contact.address': 'Address',
    'contact.phone': 'Phone',
    'contact.email': 'Email',
    'contact.hours': 'Hours',
  },
  'Social links': {
    'social.instagram': 'Instagram',
    'social.youtube': 'YouTube',
    'social.facebook': 'Facebook',
    'social.telegram': 'Telegram',
    'social.whatsapp': 'WhatsApp',
  },
  Claims: {
    'claims.enrolled_students': 'Enrolled students',
    'claims.active_students': 'Active students',
    'claims.expert_courses': 'Expert courses',
    'claims.success_stories': 'Success stories',
    'claims.countries': 'Countries',
  },
  Testimonials: {
    testimonials: 'Testimonials',
  },
  About: {
    'about.mission': 'Mission',
    'about.paragraphs': 'Text',
    'about.leadership': 'Leadership',
  },
  'Who runs the shop': {
    'legal.legal_name': 'Legal name',
    'legal.legal_address': 'Registered address',
    'legal.grievance_officer.name': 'Grievance officer',
    'legal.grievance_officer.designation': 'Officer’s designation',
    'legal.grievance_officer.email': "Officer's email",
    'legal.grievance_officer.phone': "Officer's phone",
  },
  Policies: {
    'legal.policies_email': 'Email for questions about policies',
    'legal.privacy': 'Privacy policy',
    'legal.terms': 'Terms',
    'legal.cookies': 'Cookie policy',
    'legal.refund': 'Refund policy',
    'legal.delivery': 'Delivery',
    'legal.cancellation': 'Cancellation',
  },
} satisfies Record<SectionTitle, Record<string, string>>

type Paths<Section> = Section extends unknown ? keyof Section : never
export type LabelledSetting = Paths<(typeof labels)[SectionTitle]>

type Labelled = { section: string; label: string }
const byPath = new Map(
  Object.entries(labels).flatMap(([section, fields]) =>
    Object.entries(fields).map(([path, label]): [string, Labelled] => [path, { section, label }]),
  ),
)

type Named = { path: string; label: string }

/** Returns the settings of a section, in their order. */
export const settingsIn = (title: SectionTitle): Named[] =>
  Object.entries(labels[title]).map(([path, label]) => ({ path, label }))

/** Returns the label of a setting in its section of the form. */
export const settingLabel = (path: LabelledSetting): string => byPath.get(path)?.label ?? path

/** Returns the label with its section, for a place outside the form: `Contact: Hours`. A group has the label of its first field. */
export function fullSettingLabel(path: string): string {
  const [, found] = [...byPath].find(([one]) => one === path || one.startsWith(`${path}.`)) ?? []
  if (!found) return path
  return found.section === found.label ? found.label : `${found.section}: ${found.label}`
}
