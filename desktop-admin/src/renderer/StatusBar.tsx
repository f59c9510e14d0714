import { useSyncExternalStore } from 'react'
import { Button } from 'web-store/ui/Button.tsx'
import { chakra } from 'web-store/ui/chakra.ts'
import type { ShellInfo } from '../bridge.ts'

const Bar = chakra('footer', {
  base: {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    zIndex: '10',
    minH: '34px',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '4.5',
    px: '4',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderColor: 'border',
    fontSize: '.8125rem',
    color: 'fg.muted',
  },
})

function watchNetwork(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Shows the shop, its reachability, and the storage of the session. */
export function StatusBar({ info, onChangeServer }: { info: ShellInfo; onChangeServer: () => void }) {
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return (
    <Bar aria-label="Status">
      <chakra.span role="status" colorPalette={online ? 'success' : 'danger'} color="colorPalette.fg">
        {online ? '● Online' : '○ Offline: nothing is lost, and it goes on by itself'}
      </chakra.span>
      <chakra.span overflowWrap="anywhere">{info.server && new URL(info.server).host}</chakra.span>
      {info.session_kept === 'memory' && <span>You stay signed in until the app is closed</span>}
      <Button variant="ghost" size="sm" ms="auto" minH="32px" onClick={onChangeServer}>
        Change shop
      </Button>
    </Bar>
  )
}
