import { Tooltip } from '@ark-ui/react/tooltip'
import { useState } from 'react'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'

const Words = chakra(Tooltip.Content, {
  base: {
    maxW: '260px',
    px: '3',
    py: '2',
    zIndex: '60',
    bg: 'fg',
    color: 'bg',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'l2',
    boxShadow: 'md',
    textStyle: 'sm',
  },
})

type Props = ButtonProps & {
  /** Names the step that is missing, as an imperative; shown when the button is pressed, focused or pointed at. */
  waitsFor: string | false | undefined
}

/** Draws a button that does nothing yet, and shows why. Nothing else disables a button but a running call, and the end of a list. */
export function WaitingButton({ waitsFor, onClick, busy, children, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false)
  const waits = Boolean(waitsFor) && !busy
  return (
    <Tooltip.Root
      open={waits && isOpen}
      onOpenChange={({ open }) => setOpen(open && waits)}
      openDelay={200}
      closeDelay={100}
      closeOnClick={false}
      closeOnPointerDown={false}
      // A browser scrolls to what gets the focus.
      closeOnScroll={false}
      lazyMount
      unmountOnExit
      positioning={{ placement: 'top', strategy: 'fixed' }}
    >
      <Tooltip.Trigger asChild>
        <Button
          {...rest}
          busy={busy ?? false}
          aria-disabled={waits || undefined}
          onClick={(event) => {
            if (!waits) return onClick?.(event)
            event.preventDefault()
            setOpen(true)
          }}
        >
          {children}
        </Button>
      </Tooltip.Trigger>
      {/* Beside the button: a dialog hides the rest of the page from screen readers. */}
      <Tooltip.Positioner>
        <Words>{waitsFor}</Words>
      </Tooltip.Positioner>
    </Tooltip.Root>
  )
}
