import { toast } from '../../../ui/toaster.ts'
import { usePlatform } from '../../host/platform.tsx'
import { bytesText } from '../library/media-text.ts'
import { adminQueue } from './admin-queue.ts'
import type { UploadItem } from './upload-types.ts'

/**
 * Resumes an upload that is paused, failed or lost. If the machine does not find its file by itself, the admin must choose it again; a file of
 * another name or size is refused.
 */
export function useContinueUpload() {
  const platform = usePlatform()
  const queue = adminQueue(platform)
  return async ({ key, name, size }: UploadItem): Promise<void> => {
    await queue.resume(key)
    if (queue.view().items.find((item) => item.key === key)?.state !== 'lost') return
    const [file] = await platform.pickFiles({ kind: 'media', multiple: false, keep: true })
    if (!file) return
    if (file.name === name && file.size === size) queue.add([file])
    else toast.error(`This is another file. Please choose ${name}, ${bytesText(size)}.`)
  }
}
