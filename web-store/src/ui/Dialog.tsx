import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { t } from '../language/text.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { IconX } from './icons.ts'
import { stayForNotices } from './notice-place.ts'
import { dialogRecipe } from './theme/slot-recipes.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot. */
  footer?: ReactNode
  /** 480, 420 or 960 wide. */
  size?: 'confirm' | 'coins' | 'wide'
  role?: 'dialog' | 'alertdialog'
  /** A title that only screen readers meet. */
  titleHidden?: boolean
  /** Above everything: an awning. */
  top?: ReactNode
}

/** A dialog with title and close; Esc closes it, the focus is kept inside and given back. Load it lazily. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, size = 'confirm', role = 'dialog', titleHidden, top } = props
  return (
    <ChakraDialog.Root
      recipe={dialogRecipe}
      open={open}
      onOpenChange={(event) => !event.open && onClose()}
      onInteractOutside={stayForNotices}
      size={size as never}
      role={role}
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content {...(top ? { borderTopRadius: '4px' } : {})}>
            {top}
            {titleHidden ? (
              <ChakraDialog.Title srOnly>{title}</ChakraDialog.Title>
            ) : (
              <ChakraDialog.Header>
                <ChakraDialog.Title>{title}</ChakraDialog.Title>
              </ChakraDialog.Header>
            )}
            <ChakraDialog.Body>{children}</ChakraDialog.Body>
            {footer && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
            <ChakraDialog.CloseTrigger asChild>
              <IconButton aria-label={t('Close')} zIndex="1">
                <Icon of={IconX} />
              </IconButton>
            </ChakraDialog.CloseTrigger>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}
