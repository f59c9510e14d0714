import { adminPaths } from '../host/admin-paths.ts'

/** The sections of the settings by group, in their order; `words` are what else they are looked for by, `labels` those of its settings by path. */
export const settingsSections = [
  {
    id: 'shop',
    group: 'Shop',
    title: 'Shop',
    words: 'name logo icon favicon line description',
    labels: {
      'brand.name': 'Shop name',
      'brand.logo_text': 'Logo text',
      'brand.logo': 'Logo',
      'look.icon': 'Icon',
      'brand.line': 'Tagline',
      'brand.description': 'Description',
    },
  },
  {
    id: 'colours',
    group: 'Shop',
    title: 'Brand',
    words: 'colours color accent buttons links contrast dark theme ground corners radius rounded fonts letters type',
    labels: {
      'look.buy': 'Buy buttons',
      'look.action': 'Other buttons and links',
      'look.dark': 'Dark background',
      'look.radius': 'Corners',
      'look.type': 'Fonts',
    },
  },
  {
    id: 'contact',
    group: 'Shop',
    title: 'Contact',
    words: 'address phone email hours',
    labels: {
      'contact.address': 'Address',
      'contact.phone': 'Phone',
      'contact.email': 'Email',
      'contact.hours': 'Hours',
    },
  },
  {
    id: 'profiles',
    group: 'Shop',
    title: 'Social links',
    words: 'instagram youtube facebook telegram whatsapp',
    labels: {
      'social.instagram': 'Instagram',
      'social.youtube': 'YouTube',
      'social.facebook': 'Facebook',
      'social.telegram': 'Telegram',
      'social.whatsapp': 'WhatsApp',
    },
  },
  {
    id: 'home-page',
    group: 'Pages',
    title: 'Home page',
    words: 'hero headline text steps trust lines',
    labels: {
      'home.headline': 'Headline',
      'home.text': 'Text',
      'home.trust': 'Trust lines',
      'home.steps_heading': 'Heading of the steps',
      'home.steps': 'Steps',
    },
  },
  {
    id: 'claims',
    group: 'Pages',
    title: 'Claims',
    words: 'students success stories countries figures proof best guarantee law',
    labels: {
      'claims.enrolled_students': 'Enrolled students',
      'claims.active_students': 'Active students',
      'claims.expert_courses': 'Expert courses',
      'claims.success_stories': 'Success stories',
      'claims.countries': 'Countries',
    },
  },
  {
    id: 'testimonials',
    group: 'Pages',
    title: 'Testimonials',
    words: 'quotes reviews students',
    labels: {
      testimonials: 'Testimonials',
    },
  },
  {
    id: 'about',
    group: 'Pages',
    title: 'About',
    words: 'mission text founder leadership',
    labels: {
      'about.mission': 'Mission',
      'about.paragraphs': 'Text',
      'about.leadership': 'Leadership',
    },
  },
  {
    id: 'sales-pages',
    group: 'Selling',
    title: 'Sales pages',
    words: 'countdown clock next price plan a sale with a last day urgency',
    labels: {
      'switches.countdown': 'Countdown clock',
      'switches.next_price': 'Next price',
    },
  },
  {
    id: 'bundles',
    group: 'Selling',
    title: 'Bundles',
    words: 'credit owned courses moved gifts free grant',
    labels: {
      'bundles.moved': 'Count courses that moved in',
      'bundles.gifted': 'Count gifts',
      'bundles.granted': 'Count free courses',
    },
  },
  {
    id: 'coins',
    group: 'Selling',
    title: 'Coins',
    words: 'pay spend discount order referral reward percent rupees',
    labels: {
      coins: 'Coins',
    },
  },
  {
    id: 'checkout-questions',
    group: 'Selling',
    title: 'Questions at checkout',
    words: 'ask buyers answers fields phone choice purpose age 18 children parent',
    labels: {
      'children.ask': 'Ask whether 18 or older',
      checkout_questions: 'Questions at checkout',
    },
  },
  {
    id: 'guarantee',
    group: 'Selling',
    title: 'Guarantee',
    words: 'money back refund 30 days limit approve',
    labels: {
      'guarantee.days': 'Days after the payment',
      'guarantee.text': 'Text beside the button',
    },
  },
  {
    id: 'lessons',
    group: 'Teaching',
    title: 'Lessons',
    words: 'watermark moving mark pdf stamp mail devices at once sharing reminder access ends',
    labels: {
      'delivery.moving_mark': 'Watermark with student’s email',
      'delivery.pdf_stamp': 'Stamped PDFs',
      'delivery.access_reminder': 'Reminder before access ends',
      'delivery.login_code': 'Log in with a code',
      'delivery.devices': 'Devices allowed at the same time',
      'delivery.questions': 'Questions under a lesson',
      'delivery.question_mails': 'Email me about new questions and assignments',
    },
  },
  {
    id: 'legal',
    group: 'Law',
    title: 'Who runs the shop',
    words: 'legal name registered address grievance officer',
    labels: {
      'legal.legal_name': 'Legal name',
      'legal.legal_address': 'Registered address',
      'legal.grievance_officer.name': 'Grievance officer',
      'legal.grievance_officer.designation': 'Officer’s designation',
      'legal.grievance_officer.email': "Officer's email",
      'legal.grievance_officer.phone': "Officer's phone",
    },
  },
  {
    id: 'policies',
    group: 'Law',
    title: 'Policies',
    words: 'privacy terms cookies refund delivery cancellation',
    labels: {
      'legal.policies_email': 'Email for questions about policies',
      'legal.privacy': 'Privacy policy',
      'legal.terms': 'Terms',
      'legal.cookies': 'Cookie policy',
      'legal.refund': 'Refund policy',
      'legal.delivery': 'Delivery',
      'legal.cancellation': 'Cancellation',
    },
  },
] as const satisfies readonly {
  id: string
  group: string
  title: string
  words: string
  labels: Readonly<Record<string, string>>
}[]

export type SettingsSectionId = (typeof settingsSections)[number]['id']

/** The address of a section, and of a field in it. */
export const settingsPath = (section: SettingsSectionId, field?: string) =>
  adminPaths.tab('settings', field ? { section, field } : { section })
