import { useCallback, useState } from 'react'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toaster.ts'
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
    drop: (transfer: DataTransfer) => void take(platform.takeDropped(transfer, { kind: 'any' })),
    dialog: files && <FolderDialog files={files} onClose={close} />,
  }
}
