import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { hasFiles } from '../forms/has-files.ts'
import { IconCloudUpload } from '../host/admin-icons.ts'

const Mark = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '2',
    zIndex: '2',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minH: '44px',
    px: '3',
    border: '2px dashed',
    borderColor: 'action.solid',
    borderRadius: 'l2',
    bg: 'action.subtle',
    color: 'action.fg',
    fontWeight: '550',
    textAlign: 'center',
    pointerEvents: 'none',
    transform: 'translateY(-50%)',
  },
})

/** The target of a drop: before the lesson at `place`, or into the one at `onto`. */
export type DropPlace = { place: number; onto: number | undefined }

type LessonDropProps = {
  /** True for a lesson without a file, which takes the drop itself. */
  takesFile: (index: number) => boolean
  onDrop: (transfer: DataTransfer, at: DropPlace) => void
  children: ReactNode
}

/** Around the list of lessons: files that are dragged over it show where they would become lessons. */
export function LessonDrop({ takesFile, onDrop, children }: LessonDropProps) {
  const area = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState<DropPlace & { top: number }>()
  const find = ({ clientY }: DragEvent): DropPlace & { top: number } => {
    const box = area.current?.getBoundingClientRect()
    const rows = [...(area.current?.querySelectorAll('[data-lesson]') ?? [])].map((row) => row.getBoundingClientRect())
    const onto = rows.findIndex(
      ({ top, height }, index) => clientY > top + height * 0.25 && clientY < top + height * 0.75 && takesFile(index),
    )
    const before = rows.findIndex(({ top, height }) => clientY < top + height / 2)
    const place = before < 0 ? rows.length : before
    const row = onto < 0 ? undefined : rows[onto]
    const edge = row ? row.top + row.height / 2 : (rows[place]?.top ?? rows.at(-1)?.bottom ?? box?.top ?? 0)
    return { place, onto: onto < 0 ? undefined : onto, top: edge - (box?.top ?? 0) }
  }
  return (
    <chakra.div
      ref={area}
      position="relative"
      data-lesson-drop
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(find(event))
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(undefined)
        onDrop(event.dataTransfer, find(event))
      }}
    >
      {children}
      {over && (
        <Mark style={{ top: `${over.top}px` }}>
          <Icon of={IconCloudUpload} />
          {over.onto === undefined
            ? `Drop files here to add them as lesson ${over.place + 1}`
            : `Drop one file here for lesson ${over.onto + 1}`}
        </Mark>
      )}
    </chakra.div>
  )
}
