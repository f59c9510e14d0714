import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { Stopped } from '../../../shared/forms/use-action-form.ts'
import { toast } from '../../../ui/toaster.ts'
import { uploadProblem } from '../../forms/upload.ts'
import { usePlatform } from '../../host/platform.tsx'
import { adminQueue } from './admin-queue.ts'
import { NotArrived, withArrivals } from './arrivals.ts'
import { referencesIn } from './upload-reference.ts'

/**
 * Puts the address of a file into each field that waits for one, as soon as it is in the library; also those that arrived while the form was
 * not shown. A failure is reported once.
 */
export function useArrivals<Form extends FieldValues, Body>(form: UseFormReturn<Form, unknown, Body>): void {
  const queue = adminQueue(usePlatform())
  useEffect(() => {
    const notified = new Set<string>()
    const put = () => {
      const items = new Map(queue.view().items.map((item) => [item.key, item]))
      for (const { path, key } of referencesIn(form.getValues())) {
        const { state, media, name, problem, kind } = items.get(key) ?? {}
        if (media) {
          form.setValue(path as Path<Form>, media.url as PathValue<Form, Path<Form>>, { shouldDirty: true })
          toast.success(kind === 'image' ? 'Image uploaded successfully' : 'Video uploaded successfully')
          queue.taken(key)
        }
        if (state === 'failed' && !notified.has(key)) {
          const { title, reason } = uploadProblem(problem, kind === 'image' ? 'image' : 'video')
          toast.error(title, { description: `${name}: ${reason}` })
        }
        if (state === 'failed') notified.add(key)
        else notified.delete(key)
      }
    }
    put()
    return queue.subscribe(put)
  }, [queue, form])
}

/** Waits at a save for all files of the form, and returns the request. One that cannot arrive by itself is reported, and cancels the save. */
export function useArrived() {
  const queue = adminQueue(usePlatform())
  return async <Body>(body: Body): Promise<Body> => {
    try {
      return await withArrivals(queue, body)
    } catch (error) {
      if (!(error instanceof NotArrived)) throw error
      toast.error('A file of this form is not uploaded yet', {
        description: [error.file, error.message].filter(Boolean).join(': '),
      })
      throw new Stopped(error.message)
    }
  }
}
