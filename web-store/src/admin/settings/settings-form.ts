import { bundleDefaults, deliveryDefaults, guaranteeDefaults } from 'contract/shop/brand'
import { homeDefaults } from 'contract/shop/home'
import { lookDefaults, socialDefaults } from 'contract/shop/look'
import { Settings } from 'contract/shop/settings'
import { resolverOf } from '../forms/resolver-of.ts'

/** The settings as they are typed: addresses and trust lines by line, paragraphs by empty line, ratings as texts. */
export type SettingsForm = Omit<
  Settings,
  'contact' | 'about' | 'testimonials' | 'guarantee' | 'delivery' | 'home' | 'coins' | 'checkout_questions'
> & {
  coins: { on: boolean; rupees: string; at_most_percent: string }
  checkout_questions: QuestionForm[]
  home: Omit<Settings['home'], 'trust'> & { trust: string }
  guarantee: { days: string; text: string }
  delivery: Omit<Settings['delivery'], 'devices'> & { devices: string }
  contact: Omit<Settings['contact'], 'address'> & { address: string }
  about: Omit<Settings['about'], 'paragraphs'> & { paragraphs: string }
  testimonials: (Omit<Settings['testimonials'][number], 'rating'> & { rating: string })[]
}

export type QuestionForm = Omit<Settings['checkout_questions'][number], 'kind' | 'choices'> & {
  kind: 'text' | 'choice' | 'phone'
  /** Line by line. */
  choices: string
}

export function toForm(settings: Settings): SettingsForm {
  const { contact, about, testimonials, guarantee, delivery, home, coins, checkout_questions } = settings
  return {
    ...settings,
    home: { ...home, trust: home.trust.join('\n') },
    coins: {
      on: coins !== null,
      rupees: String(coins?.rupees ?? 1),
      at_most_percent: String(coins?.at_most_percent ?? 20),
    },
    checkout_questions: checkout_questions.map((one) => ({
      ...one,
      choices: one.kind === 'choice' ? one.choices.join('\n') : '',
    })),
    guarantee: { ...guarantee, days: String(guarantee.days) },
    delivery: { ...delivery, devices: String(delivery.devices) },
    contact: { ...contact, address: contact.address.join('\n') },
    about: { ...about, paragraphs: about.paragraphs.join('\n\n') },
    testimonials: testimonials.map((one) => ({ ...one, rating: String(one.rating) })),
  }
}

const parts = (text: string, between: RegExp) =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A draft of an earlier version has none; an empty field is no 0. */
const wholeOf = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN)
const daysOf = (typed: SettingsForm['guarantee'] | undefined) => (typed ? { days: wholeOf(typed.days) } : {})
const devicesOf = (typed: SettingsForm['delivery'] | undefined) => (typed ? { devices: wholeOf(typed.devices) } : {})

/** A draft of an earlier version has none. */
const coinsOf = (typed: SettingsForm['coins'] | undefined) =>
  typed?.on ? { rupees: amountOf(typed.rupees), at_most_percent: wholeOf(typed.at_most_percent) } : null
const amountOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))
const questionsOf = (typed: SettingsForm['checkout_questions'] = []) =>
  typed.map((one) => ({ ...one, choices: one.kind === 'choice' ? parts(one.choices, /\n/) : undefined }))

/** Checks by the contract's own schema; an error in a line counts for the whole text. */
export const settingsResolver = resolverOf<SettingsForm, Settings>(
  (form) =>
    Settings.safeParse({
      ...form,
      // A draft of an earlier version has none.
      brand: { ...form.brand, logo: form.brand.logo ?? '' },
      look: { ...lookDefaults, ...form.look },
      social: { ...socialDefaults, ...form.social },
      bundles: { ...bundleDefaults, ...form.bundles },
      home: { ...homeDefaults, ...form.home, trust: parts(form.home?.trust ?? '', /\n/) },
      guarantee: { ...guaranteeDefaults, ...form.guarantee, ...daysOf(form.guarantee) },
      delivery: { ...deliveryDefaults, ...form.delivery, ...devicesOf(form.delivery) },
      contact: { ...form.contact, address: parts(form.contact.address, /\n/) },
      about: { ...form.about, paragraphs: parts(form.about.paragraphs, /\n\s*\n/) },
      coins: coinsOf(form.coins),
      checkout_questions: questionsOf(form.checkout_questions),
      testimonials: form.testimonials.map((one) => ({ ...one, rating: Number(one.rating) })),
    }),
  (path) => {
    const name = path.join('.')
    return /^(contact\.address|about\.paragraphs|home\.trust|checkout_questions\.\d+\.choices)/.exec(name)?.[0] ?? name
  },
)
