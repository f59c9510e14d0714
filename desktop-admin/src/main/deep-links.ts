import process from 'node:process'
import type { App } from 'electron'
import { APP_LINKS } from '../bridge.ts'

/** The screens that a link may open, by its host: the tab, and the parameter that takes the name. */
const SCREENS: Readonly<Record<string, { tab: string; parameter: string }>> = {
  order: { tab: 'orders', parameter: 'q' },
  course: { tab: 'editcourse', parameter: 'course_id' },
}

/**
 * Returns the console's screen of a link such as `skillhaat://order/SH-2026-00123`. Any page and any program may send
 * one, so it only ever leads to a known screen of the shop in front: it names no server, no action and no parameter.
 */
export function screenOf(link: string): string | undefined {
  const url = link.length <= 200 ? URL.parse(link) : null
  if (url?.protocol !== `${APP_LINKS}:` || url.username || url.password || url.port) return undefined
  if (url.search || url.hash) return undefined
  const screen = Object.hasOwn(SCREENS, url.hostname) ? SCREENS[url.hostname] : undefined
  const [, name] = /^\/([A-Za-z0-9][A-Za-z0-9_.-]{0,79})$/.exec(url.pathname) ?? []
  if (!screen || !name) return undefined
  return `/admin?${new URLSearchParams({ tab: screen.tab, [screen.parameter]: name })}`
}

/**
 * Follows links into the app: macOS sends an event, possibly before the app is ready; the other systems start the app
 * a second time with the link. Call it before `ready`. `show` brings the window to the front and tells its page.
 */
export function deepLinks(app: App, show: () => void) {
  let screen = screenIn(process.argv)
  const goTo = (found: string | undefined) => {
    screen = found ?? screen
    if (found && app.isReady()) show()
  }
  app.on('open-url', (event, link) => {
    event.preventDefault()
    goTo(screenOf(link))
  })
  app.on('second-instance', (_event, argv) => goTo(screenIn(argv)))
  return {
    /** Returns the screen of the last link, once. */
    takeScreen(): string | undefined {
      const taken = screen
      screen = undefined
      return taken
    },
  }
}

/** Finds the screen among the arguments of a start: systems append the link to the program's own. */
function screenIn(argv: readonly string[]): string | undefined {
  const link = argv.slice(1).findLast((argument) => argument.startsWith(`${APP_LINKS}:`))
  return link === undefined ? undefined : screenOf(link)
}
