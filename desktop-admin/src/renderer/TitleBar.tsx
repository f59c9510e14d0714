import type { MouseEvent } from 'react'
import { useShopName } from 'web-store/admin'
import { chakra } from 'web-store/ui/chakra.ts'
import { type DesktopBridge, MENU_HEADINGS, type ShellInfo } from '../bridge.ts'

const Bar = chakra('div', {
  base: {
    position: 'fixed',
    insetInline: '0',
    top: '0',
    zIndex: '20',
    h: '38px',
    // The system draws the window's buttons over its end.
    w: 'env(titlebar-area-width, 100%)',
    ps: 'calc(12px + env(titlebar-area-x, 0px))',
    display: 'flex',
    alignItems: 'center',
    gap: '22px',
    bg: '#0C0D2B',
    color: 'white',
    fontSize: '.875rem',
    boxShadow: '100vw 0 0 #0C0D2B',
  },
})

const Heading = chakra('button', {
  base: {
    px: '2',
    h: '28px',
    borderRadius: '6px',
    color: 'stage.muted',
    cursor: 'pointer',
    _hover: { bg: 'stage.raised', color: 'white' },
    _focusVisible: { outline: '2px solid white', outlineOffset: '-2px' },
  },
})

/** Shows the shop's name, and the native menu where the system has no menu bar. */
export function TitleBar({ desktop, platform }: { desktop: DesktopBridge; platform: ShellInfo['platform'] }) {
  const name = useShopName((state) => state.name) ?? 'SkillHaat'
  const open = (index: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    void desktop.openMenu({ index, x: Math.max(0, Math.round(left)), y: Math.round(bottom) })
  }
  return (
    <Bar data-stage data-title-bar>
      <chakra.b minW="0" truncate>
        {name} Admin
      </chakra.b>
      {platform !== 'mac' && (
        <chakra.div role="menubar" aria-label="Window" display="flex" gap="1">
          {MENU_HEADINGS.map((heading, index) => (
            <Heading key={heading} type="button" role="menuitem" aria-haspopup="menu" onClick={open(index)}>
              {heading}
            </Heading>
          ))}
        </chakra.div>
      )}
    </Bar>
  )
}
