import type { Session, WebContents } from 'electron'
import { APP_ORIGIN, PICKED_PATH } from '../bridge.ts'
import { openExternal } from './open-external.ts'

/** Prevents the page from navigating; harmless addresses open in the system's browser. */
export function guardNavigation(contents: WebContents, open: (address: string) => Promise<void>): void {
  const stop = (event: { preventDefault(): void; url: string; isMainFrame?: boolean }) => {
    if (isOurs(event.url)) return
    // Players of lessons may navigate in their own frame, within the hosts of the page's policy.
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

/** Returns true for a page of the app; forwarded responses and picked files are no pages. */
export function isOurs(address: string): boolean {
  if (!URL.canParse(address) || !address.startsWith(`${APP_ORIGIN}/`)) return false
  const { pathname } = new URL(address)
  return !['/api/', '/media/', PICKED_PATH].some((root) => pathname.startsWith(root))
}

/** Denies the page camera, location, notifications, clipboard and devices: the shell does what the app needs. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  // Data made in the page, such as an export, may be saved; the system asks where.
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) event.preventDefault()
  })
}
