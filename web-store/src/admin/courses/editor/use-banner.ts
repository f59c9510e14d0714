import { type RefObject, useRef } from 'react'
import { Stopped } from '../../../shared/forms/use-action-form.ts'
import { toast } from '../../../ui/toaster.ts'
import { uploadProblem } from '../../forms/upload.ts'
import { usePlatform } from '../../host/platform.tsx'
import { adminQueue } from '../../media/queue/admin-queue.ts'
import { arrival } from '../../media/queue/arrivals.ts'
import { sourceOf } from '../../media/queue/file-source.ts'
import type { UploadQueue } from '../../media/queue/upload-queue.ts'
import { useArrived } from '../../media/queue/use-arrivals.ts'
import { type CourseBody, PENDING_UPLOAD } from './course-form.ts'

async function uploaded(queue: UploadQueue, file: File | undefined): Promise<string> {
  if (!file) throw new Stopped('The file of the banner is gone')
  const [key = ''] = queue.add([sourceOf(file)])
  try {
    const media = await arrival(queue, key)
    if (media) return media.url
  } catch (error) {
    const { title, reason } = uploadProblem((error as Error).message, 'image')
    toast.error(title, { description: reason })
    throw new Stopped(title)
  }
  toast.error('Failed to get banner URL after upload')
  throw new Stopped('no address')
}

/** Uploads the banner's file before a save, once whatever happens next, and waits for the other files of the form. */
export function useBannerFirst(file: RefObject<File | undefined>, onUploaded: (url: string) => void) {
  const queue = adminQueue(usePlatform())
  const arrived = useArrived()
  const latest = useRef(onUploaded)
  latest.current = onUploaded
  return async (body: CourseBody): Promise<CourseBody> => {
    if (body.banner !== PENDING_UPLOAD) return arrived(body)
    const sent = file.current
    const banner = await uploaded(queue, sent)
    // Another file may have been chosen since.
    if (file.current === sent) latest.current(banner)
    return arrived({ ...body, banner })
  }
}
