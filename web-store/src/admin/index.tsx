import { ChakraProvider } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Toasts } from '../ui/Toasts.tsx'
import { theme } from '../ui/theme/system.ts'
import { AdminRoutes } from './AdminRoutes.tsx'
import type { Platform } from './platform.tsx'

export { holdClose } from './hold-close.ts'
export type { ConsoleCommand, FileKind, KeptSession, PickedFile, Platform, SessionKeeper } from './platform.tsx'
export { useShopName } from './shop-name.ts'

/** Theme and notices, for what a host shows of its own around the console or before it. Within a router, for notices have links. */
export function AdminHost({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={theme()}>
      {children}
      <Toasts />
    </ChakraProvider>
  )
}

/** The whole console, within `AdminHost`: it needs a router around it and a `Platform`, nothing else. */
export function AdminConsole({ platform }: { platform: Platform }) {
  return <AdminRoutes platform={platform} />
}
