import type { Session, WebContents } from 'electron'
import { APP_ORIGIN, PICKED_PATH } from '../bridge.ts'
import { openExternal } from './open-external.ts'

/** Stays in the page: another address is opened by the system's browser when it is harmless, and never here. */
export function guardNavigation(contents: WebContents, open: (address: string) => Promise<void>): void {
  const stop = (event: { preventDefault(): void; url: string; isMainFrame?: boolean }) => {
    if (isOurs(event.url)) return
    // Players of lessons may go about in their own frame, within the hosts that the page's policy names.
    if (event.isMainFrame === false && event.url.startsWith('https://')) return
    event.preventDefault()
  }
  contents.on('will-navigate', stop)
  contents.on('will-redirect', stop)
  contents.on('will-frame-navigate', stop)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url, open)
    return { action: 'deny' }
  })
}

/** A page of the app: what is only passed on from the shop, or is a picked file, is nothing to go to. */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address) || !address.startsWith(`${APP_ORIGIN}/`)) return false
  const { pathname } = new URL(address)
  return !['/api/', '/media/', PICKED_PATH].some((root) => pathname.startsWith(root))
}

/** Nothing of camera, place, notices, clipboard or devices is granted to a page: the shell does what the app needs of them. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  // What the page has made itself, such as an export, may be saved; the system asks where.
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) event.preventDefault()
  })
}
