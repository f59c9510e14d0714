import type { FileSource } from './upload-types.ts'

/** A file of the browser as the queue takes it. */
export const sourceOf = (file: File): FileSource => ({
  name: file.name,
  size: file.size,
  type: file.type,
  modified_at: file.lastModified,
  read: async (start, end) => file.slice(start, end),
})
