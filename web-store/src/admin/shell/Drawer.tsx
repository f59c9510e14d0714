import { Portal } from '@ark-ui/react/portal'
import { type ReactNode, useRef } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { DialogCloseCorner } from '../../ui/DialogCloseCorner.tsx'
import {
  DialogBackdrop,
  DialogBody,
  DialogContent,
  DialogHeader,
  DialogPositioner,
  DialogRoot,
  DialogTitle,
} from '../../ui/dialog-parts.ts'
import { stayForNotices } from '../../ui/notice-place.ts'

type DrawerProps = { title: string; onClose: () => void; children: ReactNode; footer?: ReactNode }

const Foot = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2.5',
    px: { base: '4', md: '6' },
    py: '3.5',
    // On phones two share a line, and the first of three has one of its own.
    mdDown: { '& > *': { flex: '1' }, '& > :first-child:nth-last-child(3)': { flexBasis: '100%' } },
    borderTopWidth: '1px',
    borderColor: 'border',
    bg: 'bg.panel',
  },
})

/** A dialog at the right edge, as high as the window: one thing of a list, beside it. */
export function Drawer({ title, onClose, children, footer }: DrawerProps) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <DialogRoot
      lazyMount
      unmountOnExit
      open
      initialFocusEl={() => close.current}
      onOpenChange={(event) => !event.open && onClose()}
      onInteractOutside={stayForNotices}
    >
      <Portal>
        <DialogBackdrop />
        <DialogPositioner p="0" justifyContent="flex-end" alignItems="stretch" overflow="hidden">
          <DialogContent
            my="0"
            maxW={{ base: '100%', md: '560px' }}
            h="100dvh"
            borderRadius="0"
            borderWidth="0"
            display="grid"
            gridTemplateRows="auto minmax(0,1fr) auto"
          >
            <DialogHeader>
              <DialogTitle overflowWrap="anywhere">{title}</DialogTitle>
            </DialogHeader>
            <DialogBody overflowY="auto" pb="6" outlineOffset="-3px" tabIndex={0} role="group" aria-label={title}>
              {children}
            </DialogBody>
            {footer ? <Foot>{footer}</Foot> : <span />}
            <DialogCloseCorner ref={close} />
          </DialogContent>
        </DialogPositioner>
      </Portal>
    </DialogRoot>
  )
}
