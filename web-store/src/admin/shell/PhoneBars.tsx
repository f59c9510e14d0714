import type { AdminRole } from 'contract/define-call'
import { useState } from 'react'
import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { openPalette } from '../palette/palette-store.ts'
import { AccountMenu, useAccount } from './AccountMenu.tsx'
import { BottomBar, type Menu } from './BottomBar.tsx'
import { ShopTile } from './ShopTile.tsx'

const MoreSheet = later(() => import('./MoreSheet.tsx'))

const Top = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    h: '56px',
    ps: '2',
    pe: '1.5',
    bg: 'stage',
    color: 'white',
    zIndex: '10',
    _print: { display: 'none' },
    // A low window, such as a phone on its side, keeps its height for the screen.
    '@media (min-height: 480px)': { position: 'sticky', top: 'var(--host-top, 0px)' },
  },
})

/** The frame of a small window: shop, search and account above, the menu below. */
export function PhoneBars({ role, ...menu }: Menu & { role: AdminRole | undefined }) {
  const { email, name } = useAccount()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Top data-stage>
        <ShopTile />
        <IconButton aria-label="Search" onClick={openPalette}>
          <Icon of={IconSearch} />
        </IconButton>
        <AccountMenu placement="bottom-end" role={role} current={menu.current}>
          <IconButton aria-label={`Account of ${email}`}>
            <Avatar w="32px" h="32px" fontSize=".875rem" bg="#4551B5">
              {initialOf(name)}
            </Avatar>
          </IconButton>
        </AccountMenu>
      </Top>
      <BottomBar {...menu} isOpen={false} onMore={() => setOpen(true)} />
      {isOpen && <MoreSheet {...menu} onClose={() => setOpen(false)} />}
    </>
  )
}
