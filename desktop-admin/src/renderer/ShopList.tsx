import { Button } from 'web-store/ui/Button.tsx'
import { chakra } from 'web-store/ui/chakra.ts'
import { Icon } from 'web-store/ui/Icon.tsx'
import { IconCheck } from 'web-store/ui/icons.ts'
import { Card, Wrap } from 'web-store/ui/layout.tsx'
import { IconChevronDown } from 'web-store/ui/secondary-icons.ts'
import { H1, VisuallyHidden } from 'web-store/ui/text.tsx'
import { type DesktopBridge, type ShellState, type ShopLine, waitingOf } from '../bridge.ts'

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

/** Names the shop in front; a press leads to the list of all, with the number of what waits in the others. */
export function ShopButton({ shops, onOpen }: { shops: ShellState['shops']; onOpen: () => void }) {
  const current = shops.find((shop) => shop.current)
  const elsewhere = shops.filter((shop) => shop !== current).reduce((sum, shop) => sum + waitingOf(shop), 0)
  if (!current) return <chakra.b>SkillHaat Admin</chakra.b>
  return (
    <Trigger type="button" onClick={onOpen}>
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
  )
}

type Props = { desktop: DesktopBridge; shops: ShellState['shops']; onAdd: () => void; onClose: () => void }

/** Lists the shops of this computer, each with what waits there: a press opens one. The first nine have keys. */
export function ShopList({ desktop, shops, onAdd, onClose }: Props) {
  return (
    <Wrap size="form" py={{ base: '8', md: '16' }}>
      <Card padded display="grid" gap="5" maxW="620px" mx="auto">
        <H1>Shops</H1>
        <chakra.ul listStyleType="none">
          {shops.map((shop) => (
            <chakra.li
              key={shop.address}
              display="flex"
              alignItems="center"
              gap="3"
              borderTopWidth="1px"
              borderColor="border"
            >
              <chakra.button
                type="button"
                aria-current={shop.current || undefined}
                display="flex"
                alignItems="center"
                gap="3"
                flex="1"
                minW="0"
                py="3"
                textAlign="start"
                lineHeight="1.3"
                cursor="pointer"
                onClick={() => {
                  onClose()
                  void desktop.openShop(shop.address)
                }}
              >
                <ShopTile {...shop} />
                <chakra.span flex="1" minW="0" overflowWrap="anywhere">
                  <chakra.b display="block">{shop.name}</chakra.b>
                  <chakra.span
                    textStyle="sm"
                    color={shop.needs_login && shop.uploads === 0 ? 'fg.warning' : 'fg.muted'}
                  >
                    {detailOf(shop)}
                  </chakra.span>
                </chakra.span>
                {!shop.current && waitingOf(shop) > 0 && <Count aria-hidden>{waitingOf(shop)}</Count>}
                {shop.current && <Icon of={IconCheck} size={20} />}
              </chakra.button>
              <Button
                variant="ghost"
                size="sm"
                colorPalette="danger"
                aria-label={`Remove ${shop.name}`}
                onClick={() => void desktop.removeShop(shop.address)}
              >
                Remove
              </Button>
            </chakra.li>
          ))}
        </chakra.ul>
        <chakra.div display="flex" gap="3" flexWrap="wrap">
          <Button onClick={onAdd}>Add a shop</Button>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </chakra.div>
      </Card>
    </Wrap>
  )
}
