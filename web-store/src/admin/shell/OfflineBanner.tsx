import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCloudOff } from '../../ui/icons.ts'
import { useOnline } from '../../ui/use-online.ts'
import { useAskAgainOnline } from './online.ts'

const Band = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    px: '4',
    py: '2',
    bg: 'buy.subtle',
    color: 'buy.fg',
    fontWeight: '550',
    textStyle: 'sm',
    position: 'sticky',
    top: '0',
    zIndex: '9',
  },
})

/** Says on every tab that there is no network; what failed meanwhile is fetched when it is back. */
export function OfflineBanner() {
  const online = useOnline()
  useAskAgainOnline()
  return (
    <div role="status">
      {!online && (
        <Band>
          <Icon of={IconCloudOff} size={20} />
          <span>You are offline. You can keep typing; saving works again when your internet is back.</span>
        </Band>
      )}
    </div>
  )
}
