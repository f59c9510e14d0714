import { useEffect, useMemo, useState } from 'react'
import { AdminConsole } from 'web-store/admin'
import type { DesktopBridge, ShellInfo } from '../bridge.ts'
import { FindBar } from './FindBar.tsx'
import { desktopPlatform } from './platform-desktop.ts'
import { ServerScreen } from './ServerScreen.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TitleBar } from './TitleBar.tsx'

/** Shows the window: its bars, and between them the console or the choice of a shop. */
export function DesktopApp({ desktop, info }: { desktop: DesktopBridge; info: ShellInfo }) {
  const [choosing, setChoosing] = useState(false)
  const platform = useMemo(() => desktopPlatform(desktop, info), [desktop, info])
  useEffect(() => desktop.onMenu((command) => command === 'server' && setChoosing(true)), [desktop])
  const isChosen = info.server !== null
  return (
    <>
      <FindBar desktop={desktop} />
      <TitleBar desktop={desktop} platform={info.platform} />
      {isChosen && (
        // Hidden, not unmounted, so that input survives a look at another shop.
        <div hidden={choosing}>
          <AdminConsole platform={platform} />
          <StatusBar info={info} onChangeServer={() => setChoosing(true)} />
        </div>
      )}
      {(choosing || !isChosen) && (
        <ServerScreen
          desktop={desktop}
          present={info.server}
          // Reloads, so that nothing of one shop appears in the other's window.
          onChosen={() => window.location.reload()}
          {...(isChosen ? { onCancel: () => setChoosing(false) } : {})}
        />
      )}
    </>
  )
}
