import { ChakraProvider } from '@chakra-ui/react'
import { Toasts } from '../ui/Toasts.tsx'
import { system } from '../ui/theme/system.ts'
import { AdminRoutes } from './AdminRoutes.tsx'
import type { Platform } from './platform.tsx'

export type { ConsoleCommand, FileKind, KeptSession, PickedFile, Platform, SessionKeeper } from './platform.tsx'

/** The whole console, for a host of its own: it needs a router around it and a `Platform`, nothing else. */
export function AdminApp({ platform }: { platform: Platform }) {
  return (
    <ChakraProvider value={system}>
      <AdminRoutes platform={platform} />
      <Toasts />
    </ChakraProvider>
  )
}
