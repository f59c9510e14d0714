import { Dialog as ChakraDialog, chakra, Portal } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconX } from '../../ui/icons.ts'
import { stayForNotices } from '../../ui/notice-place.ts'
import { dialogRecipe } from '../../ui/theme/slot-recipes.ts'

type DrawerProps = { title: string; onClose: () => void; children: ReactNode; footer?: ReactNode }

const Foot = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2.5',
    px: '6',
    py: '3.5',
    borderTopWidth: '1px',
    borderColor: 'border',
    bg: 'bg.panel',
  },
})

/** A dialog at the right edge, as high as the window: one thing of a list, beside it. */
export function Drawer({ title, onClose, children, footer }: DrawerProps) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <ChakraDialog.Root
      recipe={dialogRecipe}
      open
      initialFocusEl={() => close.current}
      onOpenChange={(event) => !event.open && onClose()}
      onInteractOutside={stayForNotices}
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner p="0" justifyContent="flex-end" alignItems="stretch" overflow="hidden">
          <ChakraDialog.Content
            my="0"
            maxW={{ base: '100%', md: '560px' }}
            h="100dvh"
            borderRadius="0"
            borderWidth="0"
            display="grid"
            gridTemplateRows="auto minmax(0,1fr) auto"
          >
            <ChakraDialog.Header>
              <ChakraDialog.Title overflowWrap="anywhere">{title}</ChakraDialog.Title>
            </ChakraDialog.Header>
            <ChakraDialog.Body
              overflowY="auto"
              pb="6"
              outlineOffset="-3px"
              tabIndex={0}
              role="group"
              aria-label={title}
            >
              {children}
            </ChakraDialog.Body>
            {footer ? <Foot>{footer}</Foot> : <span />}
            <ChakraDialog.CloseTrigger asChild>
              <IconButton ref={close} aria-label="Close" zIndex="1">
                <Icon of={IconX} />
              </IconButton>
            </ChakraDialog.CloseTrigger>
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  )
}
