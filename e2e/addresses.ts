import { type Audience, type ScreenName, screens } from 'contract/screens'

/** This course fills every part of its screens. */
const COURSE = 'hindi-script-vault'

/** Query strings for screens that show more with one. */
const requestedPaths: Partial<Record<ScreenName, string>> = {
  confirm: '/confirm#token',
  setPassword: '/set-password#token',
  error: '/error?from=/dashboard',
}

/** `file` is the end of the screen file's path. */
export type Visit = { name: ScreenName; path: string; file: string }

/** Lists the screens for these audiences from the table of screens, each with an address. */
export const screensFor = (...audiences: Audience[]): Visit[] =>
  (Object.keys(screens) as ScreenName[]).flatMap((name) => {
    const [address, audience, shared = name] = screens[name]
    if (!audiences.includes(audience)) return []
    const file = `/${shared.charAt(0).toUpperCase()}${shared.slice(1)}Screen.tsx`
    return { name, file, path: requestedPaths[name] ?? address.replace(':courseId', COURSE) }
  })

/** Lists the addresses of the store, one per screen instead of one per course. */
export const addressesFor = (...audiences: Audience[]): string[] =>
  screensFor(...audiences)
    .filter(({ name }) => !screens[name][0].includes(':'))
    .map(({ name }) => screens[name][0])
