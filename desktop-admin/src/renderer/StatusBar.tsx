import { useSyncExternalStore } from 'react'
import { Button } from 'web-store/ui/Button.tsx'
import { chakra } from 'web-store/ui/chakra.ts'
import type { ShellInfo, ShellState } from '../bridge.ts'

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

type Props = { info: ShellInfo; state: ShellState | undefined; onUpdate: () => void }

/** Shows the shop, its reachability, the storage of the session, uploads of all shops, and an update put off. */
export function StatusBar({ info, state, onUpdate }: Props) {
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  const uploads = state?.shops.reduce((sum, shop) => sum + shop.uploads, 0) ?? 0
  const update = state && { offered: 'Update available', ready: 'Update ready', failed: 'Update failed' }
  const words = update?.[state?.update.state as keyof typeof update]
  return (
    <Bar aria-label="Status">
      <chakra.span role="status" colorPalette={online ? 'success' : 'danger'} color="colorPalette.fg">
        {online ? '● Online' : '○ Offline: nothing is lost, and it goes on by itself'}
      </chakra.span>
      <chakra.span overflowWrap="anywhere">{info.server && new URL(info.server).host}</chakra.span>
      {info.session_kept === 'memory' && <span>You stay signed in until the app is closed</span>}
      <chakra.span ms="auto">{uploads > 0 && (uploads === 1 ? '1 upload' : `${uploads} uploads`)}</chakra.span>
      {words && (
        <Button variant="ghost" size="sm" minH="32px" onClick={onUpdate}>
          {words}
        </Button>
      )}
    </Bar>
  )
}
