import 'virtual:global.css'
import './window.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { AdminHost, setShopHere } from 'web-store/admin'
import { toast } from 'web-store/ui/toaster.ts'
import type { DesktopBridge, Revived } from '../bridge.ts'
import { DesktopApp } from './DesktopApp.tsx'

declare global {
  interface Window {
    desktop: DesktopBridge
  }
}

const REVIVED: Record<Revived, string> = {
  crashed: 'The page crashed and was loaded again',
  hung: 'The page did not respond and was loaded again',
}
const DRAFTS = 'Drafts of what you typed are stored on this computer, and restored where you typed them.'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  const { desktop } = window
  const info = await desktop.info()
  setShopHere(info.server ?? undefined)
  if (info.revived) toast.info(REVIVED[info.revived], { description: DRAFTS, duration: 20_000 })
  createRoot(root).render(
    // The router is outermost, because a notice of the host may contain a link.
    <BrowserRouter>
      <AdminHost>
        <DesktopApp desktop={desktop} info={info} />
      </AdminHost>
    </BrowserRouter>,
  )
}

void start()
