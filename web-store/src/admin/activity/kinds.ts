import type { ActivityKind } from 'contract/activity'

/** What a write was about, in words. */
export const kinds: Record<ActivityKind, string> = {
  course: 'Courses',
  lessons: 'Lessons',
  promocode: 'Promo codes',
  media: 'Media',
  user: 'Users',
  order: 'Orders',
  gateway: 'Payment',
  settings: 'Settings',
  admin: 'Admins',
  ticket: 'Inbox',
  export: 'Exports',
  other: 'Other',
}

/** The kind that an address names; undefined for what is none. */
export const kindOf = (text: string): ActivityKind | undefined =>
  (Object.keys(kinds) as ActivityKind[]).find((kind) => kind === text)
