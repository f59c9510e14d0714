import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { IconGripVertical } from '../host/admin-icons.ts'

type SortableListProps = {
  /** A steady id of each entry. */
  ids: string[]
  /** Returns the name of an entry: `Lesson 3`. */
  nameOf: (index: number) => string
  onMove: (from: number, to: number) => void
  children: (index: number, handle: ReactNode) => ReactNode
}

const WORDS = { draggable: 'Press arrow up or arrow down to move it.' }
// A drag is visible; the handle's own keys announce their moves themselves.
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

/** Orders entries by dragging their handles, or with the arrow keys on them. */
export function SortableList({ ids, nameOf, onMove, children }: SortableListProps) {
  const [shown, show] = useState('')
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const move = (from: number, to: number) => {
    if (to < 0 || to >= ids.length) return
    onMove(from, to)
    show(`${nameOf(from)} moved to place ${to + 1} of ${ids.length}`)
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ screenReaderInstructions: WORDS, announcements: SILENT }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <chakra.ol display="grid" gridTemplateColumns="minmax(0,1fr)" gap="2" listStyleType="none">
          {ids.map((id, index) => (
            <Entry key={id} id={id} name={nameOf(index)} onStep={(step) => move(index, index + step)}>
              {(handle) => children(index, handle)}
            </Entry>
          ))}
        </chakra.ol>
      </SortableContext>
      <VisuallyHidden role="status">{shown}</VisuallyHidden>
    </DndContext>
  )
}

type EntryProps = {
  id: string
  name: string
  onStep: (step: -1 | 1) => void
  children: (handle: ReactNode) => ReactNode
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }

function Entry({ id, name, onStep, children }: EntryProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
  })
  const step = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = STEPS[event.key]
    if (!by) return
    event.preventDefault()
    // React moves the element with its focus; some browsers drop the focus.
    const button = event.currentTarget
    onStep(by)
    requestAnimationFrame(() => button.focus())
  }
  const handle = (
    <IconButton
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      compact
      w="9"
      color="fg.subtle"
      cursor="grab"
      css={{ touchAction: 'none' }}
      aria-label={`Move ${name}`}
      onKeyDown={step}
    >
      <Icon of={IconGripVertical} />
    </IconButton>
  )
  return (
    <chakra.li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
      position="relative"
      zIndex={isDragging ? '3' : undefined}
      opacity={isDragging ? '.85' : undefined}
    >
      {children(handle)}
    </chakra.li>
  )
}
