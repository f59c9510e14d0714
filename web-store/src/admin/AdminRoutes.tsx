import 'virtual:console.css'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { createQueryClient } from '../api/query-client.ts'
import { ShopChangesContext } from '../content/brand.ts'
import { adminApi } from './host/admin-api.ts'
import { adminPaths } from './host/admin-paths.ts'
import { adminSession, useAdminSession } from './host/admin-session.ts'
import { type Platform, PlatformProvider } from './host/platform.tsx'
import { AdminLogin } from './session/AdminLogin.tsx'
import { AdminShell } from './shell/AdminShell.tsx'
import { forgetWhoLeaves } from './shell/next-admin.ts'

/** Draws the console within a router and the theme. Its query cache is its own, and ends with it. */
export function AdminRoutes({ platform }: { platform: Platform }) {
  const [queryClient] = useState(createQueryClient)
  const ready = useAdminSession((state) => state.ready)
  useEffect(() => adminSession.start(platform.session), [platform])
  useEffect(() => forgetWhoLeaves(queryClient), [queryClient])
  useEffect(() => {
    import('../ui/keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined)
  }, [])
  return (
    <PlatformProvider platform={platform}>
      <QueryClientProvider client={queryClient}>
        {ready && (
          <KnownShop>
            <Screen />
          </KnownShop>
        )}
      </QueryClientProvider>
    </PlatformProvider>
  )
}

/** The shop under its own name, also where no page came with it, and at once after it was changed. */
function KnownShop({ children }: { children: ReactNode }) {
  const ofPage = useContext(ShopChangesContext)
  const { data } = useQuery({ ...adminApi.settings.public.queryOptions(), staleTime: Number.POSITIVE_INFINITY })
  return <ShopChangesContext value={data ? { ...ofPage, ...data } : ofPage}>{children}</ShopChangesContext>
}

/** Matches the whole path, for the host may have matched a part of it already. */
function Screen() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  if (path === adminPaths.login) return <AdminLogin />
  if (path === adminPaths.home) return <AdminShell />
  return <Navigate to={adminPaths.home} replace />
}
