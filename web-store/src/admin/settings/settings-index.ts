/** The sections of the settings in their order; `words` are what else they are looked for by. */
export const settingsSections = [
  { id: 'shop', title: 'Shop', words: 'name logo brand icon favicon line description' },
  { id: 'home-page', title: 'Home page', words: 'hero headline text steps trust lines' },
  { id: 'colours', title: 'Colours', words: 'accent color buttons links contrast' },
  { id: 'sales-pages', title: 'Sales pages', words: 'countdown clock next price' },
  { id: 'bundles', title: 'Bundles', words: 'credit owned courses moved gifts free grant' },
  { id: 'guarantee', title: 'Guarantee', words: 'money back refund 30 days' },
  {
    id: 'lessons',
    title: 'Lessons',
    words: 'watermark moving mark pdf stamp mail devices at once sharing reminder access ends',
  },
  { id: 'contact', title: 'Contact', words: 'address phone email hours' },
  { id: 'profiles', title: 'Social links', words: 'instagram youtube facebook telegram whatsapp' },
  { id: 'claims', title: 'Claims', words: 'students success stories countries figures' },
  { id: 'testimonials', title: 'Testimonials', words: 'quotes reviews students' },
  { id: 'about', title: 'About', words: 'mission text founder leadership' },
  { id: 'legal', title: 'Who runs the shop', words: 'legal name registered address grievance officer' },
  { id: 'policies', title: 'Policies', words: 'privacy terms cookies refund delivery cancellation' },
] as const

export type SettingsSectionId = (typeof settingsSections)[number]['id']
