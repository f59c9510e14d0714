import { type Audience, type ScreenName, screens } from 'contract/screens'

/** Shows everything that a screen of a course can show. */
const COURSE = 'hindi-script-vault'

/** Where an address alone shows less than the screen can. */
const asked: Partial<Record<ScreenName, string>> = {
  confirm: '/confirm#token',
  error: '/error?from=/dashboard',
}

/** `file` is how the name of the screen's file ends. */
export type Visit = { name: ScreenName; path: string; file: string }

/** Every screen for these audiences, out of the table of screens, with an address to visit it at. */
export const screensFor = (...audiences: Audience[]): Visit[] =>
  (Object.keys(screens) as ScreenName[]).flatMap((name) => {
    const [address, audience, shared = name] = screens[name]
    if (!audiences.includes(audience)) return []
    const file = `/${shared.charAt(0).toUpperCase()}${shared.slice(1)}Screen.tsx`
    return { name, file, path: asked[name] ?? address.replace(':courseId', COURSE) }
  })

/** Every address of the store that is one, and not as many as there are courses. */
export const addressesFor = (...audiences: Audience[]): string[] =>
  screensFor(...audiences)
    .filter(({ name }) => !screens[name][0].includes(':'))
    .map(({ name }) => screens[name][0])
