import type { MouseEvent, ReactNode } from 'react'
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
    gap: { base: '2', md: '18px' },
    bg: '#0C0D2B',
    color: 'white',
    fontSize: '.875rem',
    boxShadow: '100vw 0 0 #0C0D2B',
  },
})

const Heading = chakra('button', {
  base: {
    px: { base: '1.5', md: '2' },
    h: '28px',
    borderRadius: '6px',
    color: 'stage.muted',
    cursor: 'pointer',
    _hover: { bg: 'stage.raised', color: 'white' },
    _focusVisible: { outline: '2px solid white', outlineOffset: '-2px' },
  },
})

type Props = { desktop: DesktopBridge; platform: ShellInfo['platform']; children: ReactNode }

/** Shows the shops, and the native menu where the system has no menu bar. */
export function TitleBar({ desktop, platform, children }: Props) {
  const open = (index: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    void desktop.openMenu({ index, x: Math.max(0, Math.round(left)), y: Math.round(bottom) })
  }
  return (
    <Bar data-stage data-title-bar>
      {children}
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
