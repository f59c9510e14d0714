import { Portal } from '@ark-ui/react/portal'
import type { ReactNode } from 'react'
import { DialogCloseCorner } from './DialogCloseCorner.tsx'
import {
  DialogBackdrop,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
  DialogPositioner,
  DialogRoot,
  DialogTitle,
} from './dialog-parts.ts'
import { stayForNotices } from './notice-place.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the bottom. */
  footer?: ReactNode
  /** 480, 420 or 960 wide. */
  size?: 'confirm' | 'coins' | 'wide'
  role?: 'dialog' | 'alertdialog'
  /** A title for screen readers only. */
  titleHidden?: boolean
  /** Above everything: an awning. */
  top?: ReactNode
}

/**
 * Shows a dialog with title and close button; Esc closes it, and the focus stays inside and returns afterwards. Load it
 * lazily.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, size = 'confirm', role = 'dialog', titleHidden, top } = props
  return (
    <DialogRoot
      lazyMount
      unmountOnExit
      open={open}
      onOpenChange={(event) => !event.open && onClose()}
      onInteractOutside={stayForNotices}
      role={role}
    >
      <Portal>
        <DialogBackdrop />
        <DialogPositioner size={size}>
          <DialogContent size={size} borderTopRadius={top ? '4px' : undefined}>
            {top}
            {titleHidden ? (
              <DialogTitle srOnly>{title}</DialogTitle>
            ) : (
              <DialogHeader>
                <DialogTitle>{title}</DialogTitle>
              </DialogHeader>
            )}
            <DialogBody>{children}</DialogBody>
            {footer && <DialogFooter>{footer}</DialogFooter>}
            <DialogCloseCorner />
          </DialogContent>
        </DialogPositioner>
      </Portal>
    </DialogRoot>
  )
}
