import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toaster.ts'
import { useActionForm } from '../../forms/use-action-form.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import type { MediaItem } from '../media.queries.ts'

/** Changes the name that the library shows. */
export default function RenameMedia({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const { media_id } = item
  const queries = useQueryClient()
  const form = useActionForm({
    name: `media:${media_id}`,
    begun: { name: item.name },
    send: (body) => adminClient.media.rename({ params: { media_id }, body }),
    failed: 'New name not confirmed',
    fallback: 'Failed to rename the file',
    onDone: async (_, { here }) => {
      if (here) onClose()
      toast.success('File renamed successfully')
      // A list requested before the change must not pass for one after it.
      await queries.cancelQueries({ queryKey: adminApi.media.key() })
      return queries.invalidateQueries({ queryKey: adminApi.media.key() })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename file"
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <Button type="submit" form="rename-media" busy={form.isPending} busyText="Saving...">
            Save name
          </Button>
        </>
      }
    >
      <form method="post" id="rename-media" noValidate onSubmit={form.submit}>
        <Field
          label="Name"
          help="Its link stays the same, so courses that use it keep working."
          maxLength={255}
          required
          {...form.field('name')}
          error={form.problem}
        />
      </form>
    </Dialog>
  )
}
