import { useMutation } from '@tanstack/react-query'
import { isAuthError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Hidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { IconUpload } from '../admin-icons.ts'
import { usePlatform, wholeFile } from '../platform.tsx'
import { fileProblem, uploadFile, uploadProblem } from './upload.ts'

type MediaToolsProps = {
  kind: 'image' | 'video'
  /** What the files are for, for who hears it: `picture 2 of Reviews`. */
  of: string
  multiple?: boolean
  onUrls: (urls: string[]) => void
}

/** Brings the addresses of files into a form: uploads them, one after the other. */
export function MediaTools({ kind, of, multiple = false, onUrls }: MediaToolsProps) {
  const platform = usePlatform()
  const upload = useMutation({
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
    <Button variant="outline" size="sm" busy={upload.isPending} busyText="Uploading..." onClick={() => upload.mutate()}>
      <Icon of={IconUpload} size={16} />
      {multiple ? 'Upload files' : 'Upload'}
      <Hidden> {of}</Hidden>
    </Button>
  )
}
