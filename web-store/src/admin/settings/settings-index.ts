import { adminPaths } from '../host/admin-paths.ts'

/** The sections of the settings by group, in their order; `words` are what else they are looked for by. */
export const settingsSections = [
  { id: 'shop', group: 'Shop', title: 'Shop', words: 'name logo icon favicon line description' },
  {
    id: 'colours',
    group: 'Shop',
    title: 'Brand',
    words: 'colours color accent buttons links contrast dark theme ground corners radius rounded fonts letters type',
  },
  { id: 'contact', group: 'Shop', title: 'Contact', words: 'address phone email hours' },
  { id: 'profiles', group: 'Shop', title: 'Social links', words: 'instagram youtube facebook telegram whatsapp' },
  { id: 'home-page', group: 'Pages', title: 'Home page', words: 'hero headline text steps trust lines' },
  {
    id: 'claims',
    group: 'Pages',
    title: 'Claims',
    words: 'students success stories countries figures proof best guarantee law',
  },
  { id: 'testimonials', group: 'Pages', title: 'Testimonials', words: 'quotes reviews students' },
  { id: 'about', group: 'Pages', title: 'About', words: 'mission text founder leadership' },
  { id: 'sales-pages', group: 'Selling', title: 'Sales pages', words: 'countdown clock next price' },
  { id: 'bundles', group: 'Selling', title: 'Bundles', words: 'credit owned courses moved gifts free grant' },
  { id: 'coins', group: 'Selling', title: 'Coins', words: 'pay spend discount order referral reward percent rupees' },
  {
    id: 'checkout-questions',
    group: 'Selling',
    title: 'Questions at checkout',
    words: 'ask buyers answers fields phone choice purpose age 18 children parent',
  },
  { id: 'guarantee', group: 'Selling', title: 'Guarantee', words: 'money back refund 30 days' },
  {
    id: 'lessons',
    group: 'Teaching',
    title: 'Lessons',
    words: 'watermark moving mark pdf stamp mail devices at once sharing reminder access ends',
  },
  {
    id: 'legal',
    group: 'Law',
    title: 'Who runs the shop',
    words: 'legal name registered address grievance officer',
  },
  { id: 'policies', group: 'Law', title: 'Policies', words: 'privacy terms cookies refund delivery cancellation' },
] as const

export type SettingsSectionId = (typeof settingsSections)[number]['id']

/** The address of a section, and of a field in it. */
export const settingsPath = (section: SettingsSectionId, field?: string) =>
  adminPaths.tab('settings', field ? { section, field } : { section })
