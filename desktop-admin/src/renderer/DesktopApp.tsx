import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AdminConsole } from 'web-store/admin'
import type { DesktopBridge, ShellInfo, ShellState } from '../bridge.ts'
import { FindBar } from './FindBar.tsx'
import { desktopPlatform } from './platform-desktop.ts'
import { ServerScreen } from './ServerScreen.tsx'
import { ShopButton, ShopList } from './ShopList.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TitleBar } from './TitleBar.tsx'
import { UpdateLine } from './UpdateLine.tsx'

/** Returns the facts beyond this shop, and follows them; undefined before the first answer. */
function useShellState(desktop: DesktopBridge): ShellState | undefined {
  const [state, setState] = useState<ShellState>()
  useEffect(() => {
    const stop = desktop.onState(setState)
    void desktop.state().then(setState)
    return stop
  }, [desktop])
  return state
}

/** Follows links from outside, which the shell has turned into screens of the console. */
function useScreens(desktop: DesktopBridge): void {
  const navigate = useNavigate()
  useEffect(() => {
    const go = async () => {
      const screen = await desktop.takeScreen()
      if (screen !== null) navigate(screen)
    }
    void go()
    return desktop.onMenu((command) => command === 'screen' && void go())
  }, [desktop, navigate])
}

/** Shows the window: its bars, and between them the console, the choice of a shop, or the list of shops. */
export function DesktopApp({ desktop, info }: { desktop: DesktopBridge; info: ShellInfo }) {
  const isChosen = info.server !== null
  const [screen, setScreen] = useState<'console' | 'add' | 'shops'>(isChosen ? 'console' : 'add')
  /** The state of the update that the owner has put off. */
  const [later, setLater] = useState('')
  const platform = useMemo(() => desktopPlatform(desktop, info), [desktop, info])
  const state = useShellState(desktop)
  useScreens(desktop)
  useEffect(() => desktop.onMenu((command) => command === 'shops' && setScreen('shops')), [desktop])
  const back = () => setScreen('console')
  const shops = state?.shops ?? []
  const news = state && `${state.update.state} ${state.update.version}`
  return (
    <>
      <FindBar desktop={desktop} />
      <TitleBar desktop={desktop} platform={info.platform}>
        <ShopButton shops={shops} onOpen={() => setScreen('shops')} />
      </TitleBar>
      {state && news !== later && <UpdateLine desktop={desktop} state={state} onLater={() => setLater(news ?? '')} />}
      {isChosen && (
        // Hidden, not unmounted, so that input survives a look at another screen.
        <div hidden={screen !== 'console'}>
          <AdminConsole platform={platform} />
          <StatusBar info={info} state={state} onUpdate={() => setLater('')} />
        </div>
      )}
      {screen === 'add' && (
        <ServerScreen
          desktop={desktop}
          isFirst={!isChosen}
          // Another shop has a window of its own; the first one takes this window.
          onChosen={() => (isChosen ? back() : window.location.reload())}
          {...(isChosen ? { onCancel: back } : {})}
        />
      )}
      {screen === 'shops' && <ShopList desktop={desktop} shops={shops} onAdd={() => setScreen('add')} onClose={back} />}
    </>
  )
}
