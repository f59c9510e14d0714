import { slot } from '../../ui/slot.tsx'

export type UploadingFile = { id: string; name: string }

/** Shows the processing of a file that is still uploading. */
export const PreparingAhead = slot<UploadingFile>(import.meta.glob('../*/PreparingAhead.tsx', { eager: true }))
