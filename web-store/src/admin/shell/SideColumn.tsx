import type { AdminRole } from 'contract/define-call'
import { foldMenu } from '../../stores/console-menu.ts'
import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { IconDotsVertical, IconFold, IconUnfold } from '../host/admin-icons.ts'
import { usePlatform } from '../host/platform.tsx'
import { CommandButton } from '../palette/CommandButton.tsx'
import { openPalette } from '../palette/palette-store.ts'
import { AccountMenu, useAccount } from './AccountMenu.tsx'
import type { Menu } from './BottomBar.tsx'
import { ShopTile } from './ShopTile.tsx'
import { SideMenu } from './SideMenu.tsx'
import { Row, Tip } from './side-parts.ts'

const Column = chakra('header', {
  base: {
    position: 'fixed',
    insetInlineStart: '0',
    // A host may have a bar of its own above, and one below.
    top: 'var(--host-top, 0px)',
    bottom: 'var(--host-bottom, 0px)',
    zIndex: '10',
    w: 'var(--frame-start)',
    display: 'flex',
    flexDirection: 'column',
    bg: 'stage',
    color: 'stage.muted',
    _print: { display: 'none' },
    _dark: { boxShadow: 'inset -1px 0 0 {colors.border}' },
  },
})

const Account = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    flex: '1',
    minW: '0',
    minH: '11',
    px: '1.5',
    borderRadius: 'l2',
    textAlign: 'start',
    cursor: 'pointer',
    fontSize: '.875rem',
    lineHeight: '1.25',
    _hover: { bg: 'stage.raised' },
    _focusVisible: { outlineOffset: '-3px' },
  },
})

const Foot = chakra('div', {
  base: { display: 'flex', alignItems: 'center', borderTopWidth: '1px', borderColor: 'stage.border' },
})

type Props = Menu & { role: AdminRole | undefined; folded: boolean }

/** The column at the left: the shop, the search, the menu, and who is at work. It folds to its icons. */
export function SideColumn({ role, folded, ...menu }: Props) {
  return (
    <Column data-stage>
      <chakra.div display="flex" px={folded ? '1.5' : '2'} pt="2" pb="1.5" justifyContent="center">
        <ShopTile folded={folded} />
      </chakra.div>
      {folded ? <SearchIcon /> : <CommandButton />}
      <chakra.div h={folded ? '1' : '2.5'} flexShrink="0" />
      <SideMenu folded={folded} {...menu} />
      {folded ? <FoldedFoot role={role} current={menu.current} /> : <OpenFoot role={role} current={menu.current} />}
    </Column>
  )
}

function SearchIcon() {
  const { commandKey } = usePlatform()
  return (
    <chakra.div px="2.5">
      <Row asChild kind="icon">
        <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
          <Icon of={IconSearch} />
          <Tip>Search, {commandKey} K</Tip>
        </button>
      </Row>
    </chakra.div>
  )
}

type FootProps = { role: AdminRole | undefined; current: string }

const face = { w: '32px', h: '32px', fontSize: '.875rem', bg: '#4551B5' } as const

function OpenFoot(props: FootProps) {
  const { email, name, role } = useAccount()
  return (
    <Foot px="2" py="1.5" gap="0.5">
      <AccountMenu placement="top-start" {...props}>
        <Account type="button" title={email}>
          <Avatar aria-hidden {...face}>
            {initialOf(name)}
          </Avatar>
          <chakra.span flex="1" minW="0">
            <VisuallyHidden>Account of </VisuallyHidden>
            <chakra.b display="block" truncate color="white">
              {name}
            </chakra.b>
            {/* Its line is there before the role is known. */}
            <chakra.span display="block" truncate minH="1.25em" fontSize=".8125rem">
              {role}
            </chakra.span>
          </chakra.span>
          <Icon of={IconDotsVertical} />
        </Account>
      </AccountMenu>
      <IconButton compact aria-label="Fold the menu" title="Fold the menu" onClick={() => foldMenu(true)}>
        <Icon of={IconFold} />
      </IconButton>
    </Foot>
  )
}

function FoldedFoot(props: FootProps) {
  const { email, name } = useAccount()
  return (
    <Foot flexDirection="column" px="2.5" py="2" gap="1">
      <Row asChild kind="icon">
        <button type="button" onClick={() => foldMenu(false)}>
          <Icon of={IconUnfold} />
          <Tip>Unfold the menu</Tip>
        </button>
      </Row>
      <AccountMenu placement="right-end" {...props}>
        <Row asChild kind="icon">
          <button type="button">
            <Avatar aria-hidden {...face}>
              {initialOf(name)}
            </Avatar>
            <Tip>Account of {email}</Tip>
          </button>
        </Row>
      </AccountMenu>
    </Foot>
  )
}
