import { z } from 'zod'

/** Platforms whose exports are known by their headings. */
export const MOVE_SOURCES = {
  graphy: 'Graphy',
  teachable: 'Teachable',
  thinkific: 'Thinkific',
  gumroad: 'Gumroad',
  learndash: 'LearnDash',
  kajabi: 'Kajabi',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  razorpay: 'Razorpay',
  moodle: 'Moodle',
  podia: 'Podia',
  classplus: 'Classplus',
  skillhaat: 'Another SkillHaat',
  other: 'Excel or CSV',
} as const
export const MoveSource = z.enum(Object.keys(MOVE_SOURCES) as (keyof typeof MOVE_SOURCES)[], {
  error: 'Choose where you come from',
})
export type MoveSource = z.output<typeof MoveSource>
