import { chakra } from 'web-store/ui/chakra.ts'
import { Icon } from 'web-store/ui/Icon.tsx'
import { IconCheck, IconPlus } from 'web-store/ui/icons.ts'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuSeparator, MenuTrigger } from 'web-store/ui/menu.ts'
import { IconChevronDown, IconSettings } from 'web-store/ui/secondary-icons.ts'
import { VisuallyHidden } from 'web-store/ui/text.tsx'
import type { DesktopBridge, ShellState, ShopLine } from '../bridge.ts'
import { waitingOf } from './use-shell-state.ts'

const Trigger = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minW: '0',
    maxW: '22em',
    h: '30px',
    px: '2',
    borderRadius: '6px',
    color: 'white',
    cursor: 'pointer',
    _hover: { bg: 'stage.raised' },
    _focusVisible: { outline: '2px solid white', outlineOffset: '-2px' },
  },
})

const Count = chakra('span', {
  base: {
    flexShrink: '0',
    minW: '20px',
    h: '20px',
    px: '6px',
    borderRadius: 'full',
    bg: 'offer.solid',
    color: 'white',
    fontSize: '.75rem',
    fontWeight: '700',
    lineHeight: '20px',
    textAlign: 'center',
  },
})

const Tile = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    w: '34px',
    h: '34px',
    borderRadius: '8px',
    bg: 'colorPalette.solid',
    color: 'colorPalette.contrast',
    fontWeight: '700',
  },
})

const PALETTES = ['action', 'success', 'offer'] as const

/** A letter on a colour of its own, which stays the same for a shop. */
export function ShopTile({ name, address }: { name: string; address: string }) {
  const sum = [...address].reduce((all, letter) => all + letter.charCodeAt(0), 0)
  return (
    <Tile aria-hidden colorPalette={PALETTES[sum % PALETTES.length]}>
      {[...name][0]?.toUpperCase()}
    </Tile>
  )
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : []

function detailOf({ uploads, needs_login, waits, address }: ShopLine): string {
  if (uploads > 0) return `${counted(uploads, 'upload')} going on`
  if (needs_login) return 'Log in again'
  const { orders = 0, questions = 0, messages = 0 } = waits ?? {}
  const parts = [...counted(orders, 'order'), ...counted(questions, 'question'), ...counted(messages, 'message')]
  return parts.join(', ') || new URL(address).host
}

type Props = { desktop: DesktopBridge; shops: ShellState['shops']; onAdd: () => void; onArrange: () => void }

/** Shows the shop in front; its menu leads to the others, each with the number of what waits there. */
export function ShopSwitcher({ desktop, shops, onAdd, onArrange }: Props) {
  const current = shops.find((shop) => shop.current)
  const elsewhere = shops.filter((shop) => shop !== current).reduce((sum, shop) => sum + waitingOf(shop), 0)
  if (!current) return <chakra.b>SkillHaat Admin</chakra.b>
  return (
    <MenuRoot positioning={{ placement: 'bottom-start' }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <Trigger type="button">
          <VisuallyHidden>Shop: </VisuallyHidden>
          <chakra.b truncate>{current.name}</chakra.b>
          {elsewhere > 0 && (
            <Count>
              {elsewhere}
              <VisuallyHidden> waiting in other shops</VisuallyHidden>
            </Count>
          )}
          <Icon of={IconChevronDown} size={16} />
        </Trigger>
      </MenuTrigger>
      <MenuPositioner>
        <MenuContent w="264px" maxW="calc(100vw - 16px)" maxH="calc(100vh - 60px)" overflowY="auto">
          {shops.map((shop) => (
            <MenuItem key={shop.address} value={shop.address} asChild>
              <chakra.button
                type="button"
                aria-current={shop.current || undefined}
                bg={shop.current ? 'action.subtle' : undefined}
                py="1.5"
                onClick={() => void desktop.openShop(shop.address)}
              >
                <ShopTile {...shop} />
                <chakra.span flex="1" minW="0" lineHeight="1.3">
                  <chakra.b display="block" truncate fontWeight="600">
                    {shop.name}
                  </chakra.b>
                  <chakra.span
                    display="block"
                    truncate
                    textStyle="sm"
                    color={shop.needs_login && shop.uploads === 0 ? 'fg.warning' : 'fg.muted'}
                  >
                    {detailOf(shop)}
                  </chakra.span>
                </chakra.span>
                {!shop.current && waitingOf(shop) > 0 && <Count aria-hidden>{waitingOf(shop)}</Count>}
                {shop.current && <Icon of={IconCheck} size={20} />}
              </chakra.button>
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem value="add" onClick={onAdd}>
            <Icon of={IconPlus} size={20} />
            Add a shop
          </MenuItem>
          <MenuItem value="arrange" onClick={onArrange}>
            <Icon of={IconSettings} size={20} />
            Arrange shops
          </MenuItem>
        </MenuContent>
      </MenuPositioner>
    </MenuRoot>
  )
}
