import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, isAuthError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import type { MediaItem } from '../media.queries.ts'

/** Changes the name that the library shows. */
export default function RenameMedia({ item, onClose }: { item: MediaItem; onClose: () => void }) {
  const { media_id } = item
  const [name, setName] = useState(item.name)
  const queries = useQueryClient()
  const rename = useSubmission({
    mutationFn: () => adminClient.media.rename({ params: { media_id }, body: { name } }),
    onSuccess: async () => {
      onClose()
      toast.success('File renamed successfully')
      // A list that was asked for before the change must not be taken for one after it.
      await queries.cancelQueries({ queryKey: adminApi.media.key() })
      return queries.invalidateQueries({ queryKey: adminApi.media.key() })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!rename.isPending) rename.mutate()
  }
  const problem = rename.error && !isAuthError(rename.error) && errorText(rename.error, 'Failed to rename the file')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename file"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="rename-media" busy={rename.isPending} busyText="Saving...">
            Save name
          </Button>
        </>
      }
    >
      <form id="rename-media" noValidate onSubmit={submit}>
        <Field
          label="Name"
          help="Its link stays the same, so courses that use it keep working."
          value={name}
          maxLength={120}
          required
          error={problem || undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
