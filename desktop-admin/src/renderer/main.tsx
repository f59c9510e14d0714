import 'virtual:global.css'
import './window.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { AdminHost, setShopHere } from 'web-store/admin'
import type { DesktopBridge } from '../bridge.ts'
import { DesktopApp } from './DesktopApp.tsx'

declare global {
  interface Window {
    desktop: DesktopBridge
  }
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  const { desktop } = window
  const info = await desktop.info()
  setShopHere(info.server ?? undefined)
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
