import { type ReactNode, useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { hasFiles } from './has-files.ts'

type FileDropProps = {
  /** Says what becomes of the files that are held over it. */
  words: string
  /** The screen is all of its tab. */
  whole?: true
  onDrop: (transfer: DataTransfer) => void
  children: ReactNode
}

/** Around a screen: takes the files that are dragged over it. */
export function FileDrop({ words, whole, onDrop, children }: FileDropProps) {
  const [over, setOver] = useState(false)
  return (
    <chakra.div
      position="relative"
      data-file-drop
      minH={whole ? 'calc(100dvh - 120px)' : undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onDrop(event.dataTransfer)
      }}
    >
      {children}
      {over && (
        <chakra.div
          position="absolute"
          inset="0"
          zIndex="2"
          display="grid"
          placeItems="start center"
          minH="120px"
          border="2px dashed"
          borderColor="action.solid"
          borderRadius="l3"
          bg="action.subtle"
          color="action.fg"
          fontWeight="550"
        >
          {/* The list may be longer than the window, and may be drawn anew under the pointer: this stays. */}
          <chakra.span position="sticky" top="45vh" py="12">
            {words}
          </chakra.span>
        </chakra.div>
      )}
    </chakra.div>
  )
}
