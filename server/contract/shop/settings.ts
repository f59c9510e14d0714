import { z } from 'zod'
import { CheckoutQuestions } from '../checkout-questions/checkout-questions.ts'
import { CoinSpending } from '../coins/coin-spending.ts'
import { defineCall } from '../define-call.ts'
import { Email, IfMatch, MediaUrl, Message, Phone, text, whole } from '../fields.ts'
import { paymentDefaults } from './brand.ts'
import { RADII, refusedColour, type TEXT_ON, TYPE_PAIRS } from './look.ts'
import { legalDefaults } from './people.ts'

/** Text that may be empty. */
const freeText = (max: number) =>
  z
    .string({ error: 'Must be text' })
    .trim()
    .max(max, { error: `Must be at most ${max} characters` })

const list = <T extends z.ZodType>(entry: T, max: number) =>
  z.array(entry, { error: 'Must be a list' }).max(max, { error: `At most ${max} entries` })

/** `2026-11-21`. */
const day = (written: string) => z.iso.date().default(written)

/** A text that is left out, or says something. */
const longText = (min: number, max: number, message: string) =>
  z.union([z.literal(''), text(min, max, message)], { error: message })

/** `#ffb81c`; empty for the built-in colour. One on which its text cannot be read is refused, with the nearest that can. */
const colour = (of: keyof typeof TEXT_ON) =>
  z
    .string({ error: COLOUR })
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, { error: COLOUR })
    .check(({ value, issues }) => {
      const refused = /^#[0-9a-f]{6}$/.test(value) ? refusedColour(of, value) : undefined
      if (!refused) return
      const { found, nearest } = refused
      const ground = { buy: 'Dark text on it', action: 'White text on it', dark: 'Light text on it' }[of]
      issues.push({
        code: 'custom',
        input: value,
        message: `${ground} reads ${found.toFixed(1)}, it needs 4.5. The nearest colour that passes is ${nearest}`,
      })
    })

/** The address of a profile, at this site. */
const profile = (name: string, hosts: readonly string[]) =>
  z
    .string({ error: `Must be an address of ${name}` })
    .trim()
    .max(200, { error: `Must be an address of ${name}` })
    .refine((value) => value === '' || isAt(value, hosts), {
      error: `Must be an address of ${name}, such as https://${hosts[0]}/yourname`,
    })

function isAt(address: string, hosts: readonly string[]): boolean {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  return protocol === 'https:' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

const COLOUR = 'Must be a colour such as #ffb81c'
const DEVICES = 'Must be a whole number from 0 to 20'
const DAYS = 'Must be a whole number from 0 to 365'

const Testimonial = z.object({
  name: text(1, 60, 'Name is required'),
  role: freeText(100),
  /** One letter, made from the name when absent. */
  avatar: z.string({ error: 'Must be one letter' }).trim().max(4, { error: 'Must be one letter' }).default(''),
  text: text(1, 600, 'Text is required'),
  rating: whole(1, 5, 'Rating must be a whole number from 1 to 5'),
  course_id: freeText(100),
  course: freeText(200),
})

const groups = {
  brand: z.object({
    name: text(2, 60, 'Shop name must be at least 2 characters'),
    logo_text: freeText(30),
    logo: z.union([z.literal(''), MediaUrl], { error: 'Must be the address of an image' }),
    line: freeText(60),
    description: longText(20, 300, 'Description must be at least 20 characters'),
  }),
  look: z.object({
    icon: z.union([z.literal(''), MediaUrl], { error: 'Must be the address of an image' }),
    buy: colour('buy'),
    action: colour('action'),
    dark: colour('dark'),
    radius: z.literal(RADII, { error: 'Must be 0, 6 or 12' }),
    type: z.enum(TYPE_PAIRS, { error: 'Must be anek, poppins or mukta' }),
  }),
  home: z.object({
    /** Lines; the words between two `*` are painted. */
    headline: freeText(120),
    text: freeText(400),
    steps_heading: freeText(80),
    steps: list(z.object({ title: text(1, 60, 'Title is required'), text: freeText(200) }), 6),
    trust: list(text(1, 60, 'Must not be empty'), 4),
  }),
  contact: z.object({
    address: list(text(1, 120, 'Must not be empty'), 6),
    /** Shown unchanged; 10 to 15 digits. */
    phone: z
      .string({ error: 'Phone number must be at least 10 digits' })
      .trim()
      .max(40, { error: 'Phone number must be at least 10 digits' })
      .refine((value) => value === '' || Phone.safeParse(value).success, {
        error: 'Phone number must be at least 10 digits',
      }),
    email: z.union([z.literal(''), Email], { error: 'Invalid email address' }),
    hours: freeText(120),
  }),
  social: z.object({
    instagram: profile('Instagram', ['instagram.com']),
    youtube: profile('YouTube', ['youtube.com', 'youtu.be']),
    facebook: profile('Facebook', ['facebook.com', 'fb.com']),
    telegram: profile('Telegram', ['t.me', 'telegram.me']),
    whatsapp: profile('WhatsApp', ['wa.me', 'whatsapp.com']),
  }),
  claims: z.object({
    enrolled_students: freeText(20),
    active_students: freeText(20),
    expert_courses: freeText(20),
    success_stories: freeText(20),
    countries: freeText(20),
  }),
  testimonials: list(Testimonial, 12),
  about: z.object({
    mission: longText(20, 600, 'Mission must be at least 20 characters'),
    paragraphs: list(text(1, 2000, 'Must not be empty'), 10),
    leadership: list(
      z.object({ name: text(1, 80, 'Name is required'), role: text(1, 80, 'Role is required'), line: freeText(400) }),
      6,
    ),
  }),
  legal: z.object({
    legal_name: freeText(200),
    legal_address: freeText(500),
    policies_email: z.union([z.literal(''), Email], { error: 'Invalid email address' }),
    grievance_officer: z.object({
      name: freeText(100),
      designation: freeText(100).default(''),
      email: z.union([z.literal(''), Email], { error: 'Invalid email address' }),
      phone: freeText(40),
    }),
    privacy: freeText(30_000),
    terms: freeText(30_000),
    cookies: freeText(30_000),
    refund: freeText(30_000),
    delivery: freeText(30_000),
    cancellation: freeText(30_000),
    /** When each text was last changed: the server says it, and takes no other word for it. */
    policy_dates: z.object({
      privacy: day(legalDefaults.policy_dates.privacy),
      terms: day(legalDefaults.policy_dates.terms),
      cookies: day(legalDefaults.policy_dates.cookies),
      refund: day(legalDefaults.policy_dates.refund),
      delivery: day(legalDefaults.policy_dates.delivery),
      cancellation: day(legalDefaults.policy_dates.cancellation),
    }),
  }),
  guarantee: z.object({
    days: whole(0, 365, DAYS),
    text: text(1, 300, 'Text is required'),
  }),
  delivery: z.object({
    moving_mark: z.boolean({ error: 'Must be true or false' }),
    questions: z.boolean({ error: 'Must be true or false' }),
    question_mails: z.boolean({ error: 'Must be true or false' }),
    pdf_stamp: z.boolean({ error: 'Must be true or false' }),
    access_reminder: z.boolean({ error: 'Must be true or false' }),
    login_code: z.boolean({ error: 'Must be true or false' }),
    devices: whole(0, 20, DEVICES),
  }),
  switches: z.object({
    countdown: z.boolean({ error: 'Must be true or false' }),
    next_price: z.boolean({ error: 'Must be true or false' }),
  }),
  coins: CoinSpending,
  checkout_questions: CheckoutQuestions,
  children: z.object({ ask: z.boolean({ error: 'Must be true or false' }) }),
  /** The server says it, and takes no other word for it. */
  payments: z.object({ test: z.boolean() }).default(paymentDefaults),
  bundles: z.object({
    moved: z.boolean({ error: 'Must be true or false' }),
    gifted: z.boolean({ error: 'Must be true or false' }),
    granted: z.boolean({ error: 'Must be true or false' }),
  }),
}

/** Everything the shop says of itself; all of it is public. */
export const Settings = z.object(groups)
export type Settings = z.output<typeof Settings>

/** Missing fields keep their value; a list is replaced whole. */
export const UpdateSettingsBody = z
  .object({
    brand: groups.brand.partial(),
    look: groups.look.partial(),
    home: groups.home.partial(),
    contact: groups.contact.partial(),
    social: groups.social.partial(),
    claims: groups.claims.partial(),
    testimonials: groups.testimonials,
    about: groups.about.partial(),
    legal: groups.legal.omit({ policy_dates: true }).partial(),
    guarantee: groups.guarantee.partial(),
    delivery: groups.delivery.partial(),
    switches: groups.switches.partial(),
    bundles: groups.bundles.partial(),
    coins: groups.coins,
    checkout_questions: groups.checkout_questions,
    children: groups.children.partial(),
  })
  .partial()

export const settings = {
  /** Returns the shop's texts, for pages that were not rendered with them. Carries `ETag`. */
  public: defineCall({
    method: 'GET',
    path: '/go/settings',
    access: 'public',
    atEdge: true,
    summary: 'What the shop says of itself',
  }).output(Settings),

  /** Carries `ETag`. */
  get: defineCall({
    method: 'GET',
    path: '/admin/settings',
    access: 'admin',
    summary: 'The settings of the shop',
  }).output(Settings),

  /** With `If-Match` a stale edit is 409 `edit_conflict` with the present settings as `current`. Carries `ETag`. */
  update: defineCall({
    method: 'PUT',
    path: '/admin/settings',
    access: 'admin',
    input: 'detailed',
    summary: 'Change the settings of the shop',
    confirm: { without: 'the same call puts it back' },
    codes: ['edit_conflict'],
  })
    .input(
      z.object({
        headers: IfMatch,
        body: UpdateSettingsBody,
      }),
    )
    .output(Message.extend({ settings: Settings })),
}
