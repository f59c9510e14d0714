import { AdminRoutes } from './AdminRoutes.tsx'
import { webPlatform } from './host/platform-web.ts'

/** The console as a screen of the store. */
export default function AdminScreen() {
  return <AdminRoutes platform={webPlatform} />
}
