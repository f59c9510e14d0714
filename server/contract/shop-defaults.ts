/*
 * What the shop says of itself until the owner says otherwise under Settings.
 *
 * It is demo content: the testimonials were made up for the demonstration, the people in them do not exist, the numbers
 * under `claims` are sample figures, and the address, phone and email lead nowhere. Publishing invented reviews or
 * figures misleads buyers and is against Indian consumer law: put in your own before going live, or take them away.
 *
 * No schema here: the store's first page carries this file.
 */
import { brandDefaults, switchDefaults } from './shop-brand.ts'

export type Testimonial = {
  name: string
  role: string
  /** One letter, shown in the round avatar. */
  avatar: string
  text: string
  /** Whole stars, 1 to 5. */
  rating: number
  /** Id of the course the words are about; the home page shows its card beside them. */
  course_id: string
  course: string
}

export type Leader = { name: string; role: string; line: string }

export type ShopSettings = {
  brand: typeof brandDefaults
  contact: { address: string[]; phone: string; email: string; hours: string }
  /** Shown as they stand, plus sign included. */
  claims: {
    enrolled_students: string
    active_students: string
    expert_courses: string
    success_stories: string
    countries: string
  }
  testimonials: Testimonial[]
  about: { mission: string; paragraphs: string[]; leadership: Leader[] }
  legal: {
    /** Whom the policies name; the contact's address when empty. */
    policies_email: string
    /** Whom the law asks an Indian shop to name for complaints; no such block when the name is empty. */
    grievance_officer: { name: string; email: string; phone: string }
    /** Own texts in place of the built-in ones, which stand while these are empty. A line that begins with `## ` is a heading. */
    privacy: string
    terms: string
    cookies: string
  }
  switches: typeof switchDefaults
}

/** What differs from the defaults: whole fields of groups, and whole lists. */
export type ShopChanges = {
  [Group in keyof ShopSettings]?: ShopSettings[Group] extends unknown[]
    ? ShopSettings[Group]
    : Partial<ShopSettings[Group]>
}

/** The policies that can have an own text, each under its path. */
export const LEGAL_TEXTS = ['privacy', 'terms', 'cookies'] as const
export type LegalText = (typeof LEGAL_TEXTS)[number]

/** The changes as a page carries them: of the long texts its own alone, and which others there are. */
export type PageShop = ShopChanges & { own_texts?: LegalText[] }

/** What the page at this path carries; undefined when the shop says nothing but the defaults. */
export function shopForPage(changes: ShopChanges, pathname: string): PageShop | undefined {
  if (Object.keys(changes).length === 0) return undefined
  const own = LEGAL_TEXTS.filter((name) => changes.legal?.[name])
  if (own.length === 0) return changes
  const kept = Object.entries(changes.legal ?? {}).filter(
    ([name]) => !own.some((text) => text === name) || pathname === `/${name}`,
  )
  return { ...changes, legal: Object.fromEntries(kept), own_texts: own }
}

/** Ids of the courses that testimonials are about. */
export const praisedCourses = ({ testimonials }: ShopSettings): string[] => [
  ...new Set(testimonials.map(({ course_id }) => course_id).filter(Boolean)),
]

export const shopDefaults: ShopSettings = {
  brand: brandDefaults,
  claims: {
    enrolled_students: '3750+',
    active_students: '2250+',
    expert_courses: '20+',
    success_stories: '1500+',
    countries: '100+',
  },
  testimonials: [
    {
      name: 'Aarohi',
      role: 'Homemaker and baker, Nashik',
      avatar: 'A',
      text: 'I post one reel a day from the bundle while the oven heats. My first cake order from a stranger came in the second week.',
      rating: 5,
      course_id: 'reels-growth-mega-bundle',
      course: 'Reels Growth Mega Bundle',
    },
    {
      name: 'Rohit',
      role: 'College student, Indore',
      avatar: 'R',
      text: 'I had never cut a video before. Four short lessons later I was editing my cousin’s wedding clips on my own phone.',
      rating: 5,
      course_id: 'phone-video-editing-masterclass',
      course: 'Phone Video Editing Masterclass',
    },
    {
      name: 'Meenal',
      role: 'Saree shop owner, Palghar',
      avatar: 'M',
      text: 'The catalogue lesson alone was worth it. Customers now ask by item number instead of asking for photos all evening.',
      rating: 4,
      course_id: 'sell-on-social-catalogue-to-cash',
      course: 'Sell on Social: Catalogue to Cash',
    },
    {
      name: 'Imran',
      role: 'Maths tutor, Lucknow',
      avatar: 'I',
      text: 'I open the script vault, change three words and record. Speaking to the camera is no longer the hard part of my day.',
      rating: 5,
      course_id: 'hindi-script-vault',
      course: 'Hindi Script Vault',
    },
  ],
  about: {
    mission:
      'We want anyone with a phone to be able to learn a digital skill and use it the same week: to show their work, find customers nearby, or help a local business be seen.',
    paragraphs: [
      'SkillHaat began as a shared folder of reel ideas and editing notes. It grew into a small market of course bundles, each made to be finished in a few evenings on an ordinary phone.',
      'Every bundle has one fixed price in rupees, lessons you can return to, and files you can use at once. We say what is inside before you pay, and we give the money back within 30 days if it is not for you.',
    ],
    leadership: [
      {
        name: 'Founder name',
        role: 'Founder',
        line: 'Demo text: write two lines about who runs this shop, and why.',
      },
      {
        name: 'Technology partner name',
        role: 'Technology partner',
        line: 'Demo text: name the person or firm that keeps the shop running.',
      },
    ],
  },
  contact: {
    address: ['SkillHaat (demo address)', 'Palghar, Maharashtra', 'India'],
    // Not a number that can be dialled; its spaces do not break.
    phone: '+91\u00a012345\u00a067890',
    email: 'hello@skillhaat.example',
    hours: 'Monday to Saturday, 10 am to 6 pm IST',
  },
  legal: {
    policies_email: '',
    grievance_officer: { name: '', email: '', phone: '' },
    privacy: '',
    terms: '',
    cookies: '',
  },
  switches: switchDefaults,
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The settings in force: the defaults with what was changed. */
export function withChanges(changes: ShopChanges | undefined): ShopSettings {
  const settings: Record<string, unknown> = { ...shopDefaults }
  for (const [group, value] of Object.entries(changes ?? {})) {
    const base = settings[group]
    if (value !== undefined) settings[group] = isGroup(base) && isGroup(value) ? { ...base, ...value } : value
  }
  return settings as ShopSettings
}

/** What of these settings differs from the defaults. */
export function changesOf(settings: ShopSettings): ShopChanges {
  const changes: Record<string, unknown> = {}
  const defaults: Record<string, unknown> = shopDefaults
  for (const [group, base] of Object.entries(defaults)) {
    const value: unknown = settings[group as keyof ShopSettings]
    if (!isGroup(base) || !isGroup(value)) {
      if (!same(base, value)) changes[group] = value
      continue
    }
    const fields = Object.entries(value).filter(([field, entry]) => !same(entry, base[field]))
    if (fields.length > 0) changes[group] = Object.fromEntries(fields)
  }
  return changes as ShopChanges
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
