import { Menu } from '@ark-ui/react/menu'
import { chakra } from './chakra.ts'

/** A menu: `MenuRoot` around a `MenuTrigger` and, in a `MenuPositioner`, the `MenuContent` with its `MenuItem`s. */
export const MenuRoot = Menu.Root
export const MenuTrigger = Menu.Trigger
export const MenuPositioner = Menu.Positioner

export const MenuContent = chakra(Menu.Content, {
  base: {
    minW: '200px',
    p: '1.5',
    zIndex: '30',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    boxShadow: 'md',
    outline: '0',
    _open: { animation: 'fade-in 120ms' },
  },
})

export const MenuItem = chakra(
  Menu.Item,
  {
    base: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      w: 'full',
      minH: '11',
      px: '3',
      borderRadius: 'l1',
      textAlign: 'start',
      cursor: 'pointer',
      outline: '0',
      _highlighted: { bg: 'bg.muted' },
    },
  },
  { forwardAsChild: true },
)

export const MenuSeparator = chakra(Menu.Separator, { base: { h: '1px', my: '1.5', bg: 'border' } })
