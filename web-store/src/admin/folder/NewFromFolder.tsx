import { type ReactNode, useCallback, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toaster.ts'
import { hasFiles } from '../forms/has-files.ts'
import { IconFolderUp } from '../host/admin-icons.ts'
import { type PickedFile, usePlatform } from '../host/platform.tsx'

const FolderDialog = later(() => import('./FolderDialog.tsx'))

/** The folder that a new course is looked at for, and how one is chosen or dropped. */
export function useNewFromFolder() {
  const platform = usePlatform()
  const [files, setFiles] = useState<PickedFile[]>()
  const close = useCallback(() => setFiles(undefined), [])
  const take = async (picking: Promise<PickedFile[]>) => {
    const picked = await picking.catch(() => {
      toast.error('These files could not be read. Please try again.')
      return []
    })
    if (picked.length > 0) setFiles(picked)
  }
  const choose = () => void take(platform.pickFolder({ kind: 'any' }))
  return {
    choose,
    button: (
      <Button variant="outline" onClick={choose}>
        <Icon of={IconFolderUp} />
        New course from a folder
      </Button>
    ),
    drop: (transfer: DataTransfer) => void take(platform.takeDropped(transfer, { kind: 'any' })),
    dialog: files && <FolderDialog files={files} onClose={close} />,
  }
}

/** Around the list of courses: a folder that is dragged over it shows that it becomes a course. */
export function FolderDrop({ onDrop, children }: { onDrop: (transfer: DataTransfer) => void; children: ReactNode }) {
  const [over, setOver] = useState(false)
  return (
    <chakra.div
      position="relative"
      data-folder-drop
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
            Drop a folder to make a course of it
          </chakra.span>
        </chakra.div>
      )}
    </chakra.div>
  )
}
