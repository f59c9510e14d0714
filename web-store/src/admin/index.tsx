import type { ReactNode } from 'react'
import { Toasts } from '../ui/Toasts.tsx'
import { AdminRoutes } from './AdminRoutes.tsx'
import type { Platform } from './host/platform.tsx'

export { RELEASES } from './host/admin-paths.ts'
export type {
  ConsoleCommand,
  FileKind,
  PickedFile,
  Platform,
  SessionStore,
  StoredSession,
} from './host/platform.tsx'
export { setShopHere } from './host/shop-here.ts'
export { holdClose } from './host/unsaved.ts'

/** Notices, for what a host shows of its own around the console or before it. Within a router, for notices have links. */
export function AdminHost({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toasts />
    </>
  )
}

/** The whole console, within `AdminHost`: it needs a router around it and a `Platform`, nothing else. */
export function AdminConsole({ platform }: { platform: Platform }) {
  return <AdminRoutes platform={platform} />
}
