import { adminApi } from '../../host/admin-api.ts'
import { actionDialog } from '../../kit/action-dialog.tsx'
import { text } from '../../kit/fields.tsx'
import type { MediaItem } from '../media.queries.ts'

/** Changes the name that the library shows. */
export default actionDialog({
  title: (_: MediaItem) => 'Rename file',
  call: adminApi.media.rename,
  of: ({ media_id }) => ({ params: { media_id } }),
  draft: ({ media_id }) => `media:${media_id}`,
  begun: ({ name }) => ({ name }),
  fields: {
    name: text('Name', { maxLength: 255, help: 'Its link stays the same, so courses that use it keep working.' }),
  },
  save: 'Save name',
  failed: 'New name not confirmed',
  fallback: 'Failed to rename the file',
  done: 'File renamed successfully',
})
