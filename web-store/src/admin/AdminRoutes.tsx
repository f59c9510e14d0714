import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { createQueryClient } from '../api/query-client.ts'
import { AdminLogin } from './AdminLogin.tsx'
import { AdminShell } from './AdminShell.tsx'
import { adminPaths } from './admin-paths.ts'
import { adminSession, useAdminSession } from './admin-session.ts'
import { forgetWhoLeaves } from './next-admin.ts'
import { type Platform, PlatformProvider } from './platform.tsx'

/** The console within a router and the theme. What it fetches is kept apart from what the store keeps, and goes with it. */
export function AdminRoutes({ platform }: { platform: Platform }) {
  const [queryClient] = useState(createQueryClient)
  const ready = useAdminSession((state) => state.ready)
  useEffect(() => adminSession.start(platform.session), [platform])
  useEffect(() => forgetWhoLeaves(queryClient), [queryClient])
  return (
    <PlatformProvider platform={platform}>
      <QueryClientProvider client={queryClient}>{ready && <Screen />}</QueryClientProvider>
    </PlatformProvider>
  )
}

/** By the whole path, for the host may have matched a part of it already. */
function Screen() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  if (path === adminPaths.login) return <AdminLogin />
  if (path === adminPaths.home) return <AdminShell />
  return <Navigate to={adminPaths.home} replace />
}
