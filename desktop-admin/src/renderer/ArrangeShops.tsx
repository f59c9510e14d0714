import { Button } from 'web-store/ui/Button.tsx'
import { chakra } from 'web-store/ui/chakra.ts'
import { Card, Wrap } from 'web-store/ui/layout.tsx'
import { H1 } from 'web-store/ui/text.tsx'
import type { DesktopBridge, ShellState } from '../bridge.ts'
import { ShopTile } from './ShopSwitcher.tsx'

type Props = { desktop: DesktopBridge; shops: ShellState['shops']; onClose: () => void }

/** Orders the shops, whose first nine have keys, and removes those that this computer no longer needs. */
export function ArrangeShops({ desktop, shops, onClose }: Props) {
  return (
    <Wrap size="form" py={{ base: '8', md: '16' }}>
      <Card padded display="grid" gap="5" maxW="620px" mx="auto">
        <H1>Arrange shops</H1>
        <chakra.ul listStyleType="none">
          {shops.map(({ address, name }, index) => (
            <chakra.li
              key={address}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              gap="3"
              py="3"
              borderTopWidth={index > 0 ? '1px' : undefined}
              borderColor="border"
            >
              <ShopTile address={address} name={name} />
              <chakra.span flex="1 1 140px" minW="0" lineHeight="1.3">
                <chakra.b display="block" overflowWrap="anywhere">
                  {name}
                </chakra.b>
                <chakra.span textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                  {new URL(address).host}
                </chakra.span>
              </chakra.span>
              {index > 0 && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Move ${name} up`}
                  onClick={() => void desktop.raiseShop(address)}
                >
                  Move up
                </Button>
              )}
              <Button
                variant="ghost"
                size="sm"
                colorPalette="danger"
                aria-label={`Remove ${name}`}
                onClick={() => void desktop.removeShop(address)}
              >
                Remove
              </Button>
            </chakra.li>
          ))}
        </chakra.ul>
        <chakra.div>
          <Button onClick={onClose}>Done</Button>
        </chakra.div>
      </Card>
    </Wrap>
  )
}
