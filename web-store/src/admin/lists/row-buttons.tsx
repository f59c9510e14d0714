import { Portal } from '@ark-ui/react/portal'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { MenuContent, MenuPositioner, MenuRoot, MenuTrigger } from '../../ui/menu.ts'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { IconArrowDown, IconArrowUp, IconDotsVertical } from '../host/admin-icons.ts'

type MoveProps = {
  name: string
  index: number
  count: number
  onMove: (to: number) => void
} & Pick<ComponentProps<typeof IconButton>, 'display'>

/** One place up, one place down, in a list that is also dragged. */
export function MoveButtons({ name, index, count, onMove, ...shown }: MoveProps) {
  return (
    <>
      <IconButton
        compact
        {...shown}
        color="fg.muted"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <Icon of={IconArrowUp} />
      </IconButton>
      <IconButton
        compact
        {...shown}
        color="fg.muted"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <Icon of={IconArrowDown} />
      </IconButton>
    </>
  )
}

export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <IconButton
      compact
      color="fg.muted"
      _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      <Icon of={IconTrash} />
    </IconButton>
  )
}

/** The actions of a row behind one button; its items are a `MenuItem` each. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <MenuRoot positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <IconButton compact color="fg.muted" aria-label={`Actions for ${name}`}>
          <Icon of={IconDotsVertical} />
        </IconButton>
      </MenuTrigger>
      {/* Outside the table, which hides what leaves it. */}
      <Portal>
        <MenuPositioner>
          <MenuContent>{children}</MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  )
}
