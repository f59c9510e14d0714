import { useState } from 'react'
import { isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { IconPhoto, IconUpload } from '../admin-icons.ts'
import { usePlatform, wholeFile } from '../platform.tsx'
import { fileProblem, uploadFile, uploadProblem } from './upload.ts'

const MediaPicker = later(() => import('../media/MediaPicker.tsx'))

type MediaToolsProps = {
  kind: 'image' | 'video'
  /** What the files are for, for who hears it: `picture 2 of Reviews`. */
  of: string
  multiple?: boolean
  onUrls: (urls: string[]) => void
}

/** Brings the addresses of files into a form: uploads them, one after the other, or takes one of the library. */
export function MediaTools({ kind, of, multiple = false, onUrls }: MediaToolsProps) {
  const platform = usePlatform()
  const [picking, setPicking] = useState(false)
  const upload = useSubmission({
    mutationFn: async () => {
      const picked = await platform.pickFiles({ kind, multiple })
      const urls: string[] = []
      for (const file of picked) {
        const problem = fileProblem(file, kind)
        if (problem) toast.error(problem, { description: file.name })
        else urls.push(await uploadFile(await wholeFile(file), kind))
      }
      return urls.filter((url) => url !== '')
    },
    onSuccess: (urls) => {
      if (urls.length === 0) return
      onUrls(urls)
      toast.success(kind === 'image' ? 'Image uploaded successfully' : 'Video uploaded successfully')
    },
    onError: (error) => {
      if (isAuthError(error)) return
      const { title, reason } = uploadProblem(error, kind)
      toast.error(title, { description: reason })
    },
  })
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        busy={upload.isPending}
        busyText="Uploading..."
        onClick={() => upload.mutate()}
      >
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
          onPick={({ url }) => {
            setPicking(false)
            onUrls([url])
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
