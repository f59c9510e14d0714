import { RELEASES } from 'web-store/admin'
import { Button } from 'web-store/ui/Button.tsx'
import { chakra } from 'web-store/ui/chakra.ts'
import type { DesktopBridge, ShellState } from '../bridge.ts'

const Line = chakra('section', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '4',
    rowGap: '2',
    // Beside the menu of the console, where it is shown.
    ms: 'var(--frame-start, 0px)',
    px: { base: '4', lg: '6' },
    py: '2',
    bg: 'action.subtle',
    borderBottomWidth: '1px',
    borderColor: 'action.muted',
    lineHeight: '1.35',
  },
})

type Props = { desktop: DesktopBridge; state: ShellState; onLater: () => void }

/** Offers an update: first its download, then the restart, which waits for uploads. */
export function UpdateLine({ desktop, state: { update, shops }, onLater }: Props) {
  const { state, version, percent } = update
  const uploads = shops.reduce((sum, shop) => sum + shop.uploads, 0)
  if (state === 'off' || state === 'none') return null
  const words = {
    offered: ['can be downloaded.', 'You go on working meanwhile.'],
    loading: ['is downloading.', `${percent} % is here. You go on working meanwhile.`],
    failed: ['could not be downloaded.', 'Check your connection, then try again.'],
    ready:
      uploads > 0
        ? ['is ready.', `It can be installed after ${uploads === 1 ? 'the upload' : `the ${uploads} uploads`}.`]
        : ['is ready.', 'The app closes, and opens again by itself.'],
  }[state]
  return (
    <Line aria-label="Update">
      <chakra.p flex="1 1 260px" role="status">
        <chakra.b>
          Version {version} {words[0]}
        </chakra.b>{' '}
        <chakra.span color="fg.muted">{words[1]}</chakra.span>
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button variant="ghost" size="sm" onClick={() => void desktop.openExternal(RELEASES)}>
          What is new
        </Button>
        {state !== 'loading' && (
          <Button variant="ghost" size="sm" onClick={onLater}>
            Later
          </Button>
        )}
        {(state === 'offered' || state === 'failed') && (
          <Button size="sm" onClick={() => void desktop.update('download')}>
            Download
          </Button>
        )}
        {state === 'ready' && (
          <Button size="sm" disabled={uploads > 0} onClick={() => void desktop.update('restart')}>
            Restart now
          </Button>
        )}
      </chakra.div>
    </Line>
  )
}
