import { type ScreenName, screens } from 'contract/screens'

type Address<Name extends ScreenName> = (typeof screens)[Name][0]

/** The screens with a single address, not one per course. */
type Fixed = {
  [Name in ScreenName as Address<Name> extends `${string}:${string}` ? never : Name]: Address<Name>
}

const addresses = Object.fromEntries(Object.entries(screens).map(([name, [address]]) => [name, address])) as Fixed &
  Record<ScreenName, string>

const ofCourse = (address: string) => (courseId: string) =>
  address.replace(':courseId', () => encodeURIComponent(courseId))

/** Every address of the store. All links use it, so that an address changes in one place. */
export const paths = {
  ...(addresses as Fixed),
  course: ofCourse(addresses.course),
  learn: ofCourse(addresses.learn),
  /** The assignment of a lesson, with the player's lesson id. */
  work: ofCourse(addresses.work),
  /** With the referral code of the friend who sent the link. */
  registerWith: (code: string) => `${addresses.register}?${new URLSearchParams({ ref: code })}`,
  /** The admin's editor for a course, and for its lessons. */
  adminCourse: (courseId: string) =>
    `${addresses.admin}?${new URLSearchParams({ tab: 'editcourse', course_id: courseId })}`,
  adminLessons: (courseId: string) =>
    `${addresses.admin}?${new URLSearchParams({ tab: 'content', course_id: courseId })}`,
  /** The error page; `from` is the path to return to. */
  error: (from: string) => `${addresses.error}?${new URLSearchParams({ from })}`,
  /** Anchor of the steps on the home page. */
  steps: '#how',
} as const

/** Returns `text` if it is a path of this store, else undefined: an external address must not redirect away. */
export function ownPath(text: string | null | undefined): string | undefined {
  // Browsers drop control characters from addresses: `/<tab>/host` leads away just as `//host` does.
  return text && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : undefined
}
