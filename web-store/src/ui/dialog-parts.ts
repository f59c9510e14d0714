import { Dialog } from '@ark-ui/react/dialog'
import { chakra } from './chakra.ts'

/** Parts of dialogs and drawers; see `Dialog.tsx`. Load it lazily. */
export const DialogRoot = Dialog.Root
export const DialogClose = Dialog.CloseTrigger

export const DialogBackdrop = chakra(Dialog.Backdrop, {
  base: {
    position: 'fixed',
    inset: '0',
    zIndex: '40',
    bg: 'rgb(13 15 38/.62)',
    _open: { animation: 'fade-in 120ms' },
    _closed: { animation: 'fade-out 120ms' },
  },
})

export const DialogPositioner = chakra(Dialog.Positioner, {
  base: {
    position: 'fixed',
    inset: '0',
    zIndex: '41',
    display: 'flex',
    justifyContent: 'center',
    alignItems: { base: 'flex-start', md: 'center' },
    px: '4',
    py: '6',
    overflow: 'auto',
    overscrollBehaviorY: 'none',
  },
  variants: {
    // The history of coins loads later, and must not shift the buttons.
    size: { confirm: {}, coins: { alignItems: 'flex-start' }, wide: {} },
  },
})

export const DialogContent = chakra(Dialog.Content, {
  base: {
    position: 'relative',
    w: 'full',
    my: { md: 'auto' },
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l3',
    boxShadow: 'lg',
    outline: '0',
    _open: { animation: 'fade-in 120ms' },
    _closed: { animation: 'fade-out 120ms' },
  },
  variants: {
    size: {
      confirm: { maxW: '480px' },
      coins: { maxW: '420px', my: { md: '8dvh' } },
      wide: { maxW: '960px' },
    },
  },
})

export const DialogHeader = chakra('div', { base: { px: '6', pt: '5', pb: '2', pe: '16' } })
export const DialogTitle = chakra(Dialog.Title, { base: { textStyle: 'h3' } })
export const DialogBody = chakra('div', { base: { px: '6', py: '2' } })
export const DialogFooter = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '3', px: '6', pt: '4', pb: '6' },
})

/** The corner of the close button. */
export const DialogCorner = chakra('div', { base: { position: 'absolute', top: '2', insetEnd: '2', zIndex: '1' } })
