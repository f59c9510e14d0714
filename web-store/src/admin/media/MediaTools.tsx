import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { fileProblem } from '../forms/upload.ts'
import { IconPhoto, IconUpload } from '../host/admin-icons.ts'
import { usePlatform } from '../host/platform.tsx'
import { adminQueue } from './queue/admin-queue.ts'
import { uploadReference } from './queue/upload-reference.ts'

const MediaPicker = later(() => import('./library/MediaPicker.tsx'))

type MediaToolsProps = {
  kind: 'image' | 'video'
  /** Names the use of the files for screen readers: `image 2 of Reviews`. */
  of: string
  multiple?: boolean
  /** Receives addresses of library files, and placeholders of uploads until `useArrivals` replaces them. */
  onUrls: (urls: string[], names: string[]) => void
}

/** Adds files to a form: by upload, or from the library. */
export function MediaTools({ kind, of, multiple = false, onUrls }: MediaToolsProps) {
  const platform = usePlatform()
  const [picking, setPicking] = useState(false)
  const choose = async () => {
    const picked = await platform.pickFiles({ kind, multiple, keep: true })
    const taken = picked.filter((file) => {
      const problem = fileProblem(file, kind)
      if (problem) toast.error(problem, { description: file.name })
      return !problem
    })
    if (taken.length === 0) return
    const keys = adminQueue(platform).add(taken, { awaited: 'form' })
    onUrls(
      keys.map(uploadReference),
      taken.map(({ name }) => name),
    )
  }
  return (
    <>
      <Button variant="outline" size="sm" onClick={choose}>
        <Icon of={IconUpload} size={16} />
        {multiple ? 'Upload files' : 'Upload'}
        <VisuallyHidden> {of}</VisuallyHidden>
      </Button>
      <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
        <Icon of={IconPhoto} size={16} />
        From library
        <VisuallyHidden> {of}</VisuallyHidden>
      </Button>
      {picking && (
        <MediaPicker
          kind={kind}
          onPick={({ url, name }) => {
            setPicking(false)
            onUrls([url], [name])
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
