import type { ComponentProps } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { IconArrowDown, IconArrowUp } from '../host/admin-icons.ts'

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
