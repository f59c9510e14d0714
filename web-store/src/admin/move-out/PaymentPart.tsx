import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ARCHIVE_DAYS, type MoveOutState } from 'contract/move-out'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'

const LOOK_MS = 3_000

const isBeingMade = (data: MoveOutState | undefined) =>
  data?.archive?.state === 'waiting' || data?.archive?.state === 'running'

/** Makes, shows and downloads the archive of everything that the shop owns. */
export default function MoveOutCard() {
  const { data, error, refetch } = useQuery({
    ...adminApi.moveOut.get.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => isBeingMade(state.data) && LOOK_MS,
  })
  if (error && !data)
    return <ErrorState title="Failed to load the archive" error={error} onRetry={() => void refetch()} />
  return (
    <Card asChild padded display="grid" gap="4">
      <section aria-labelledby="move-out" aria-busy={!data || undefined}>
        <div>
          <chakra.h2 id="move-out" textStyle="h3" fontSize="1.375rem">
            Move out
          </chakra.h2>
          <Help>
            Everything your shop owns as open files in one ZIP: courses, media, students, progress, orders, invoices and
            settings. It opens without this program.
          </Help>
        </div>
        {data ? <Archive {...data} /> : <Skeleton h="80px" />}
      </section>
    </Card>
  )
}

function Archive({ archive, estimated_bytes }: MoveOutState) {
  const platform = usePlatform()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: adminApi.moveOut.key() })
  const failing = (title: string) => (error: Error) => {
    toast.error(title, { description: errorText(error, 'Please try again.') })
  }
  const make = useSubmission({
    mutationFn: () => adminClient.moveOut.begin({}),
    onError: failing('The archive could not be made'),
    onSettled: refresh,
  })
  const download = useSubmission({
    mutationFn: async () => platform.openStorePage((await adminClient.moveOut.link({})).url),
    onError: failing('The archive could not be downloaded'),
  })
  const remove = useSubmission({
    mutationFn: () => adminClient.moveOut.remove(),
    onError: failing('The archive could not be deleted'),
    onSettled: refresh,
  })
  if (archive && isBeingMade({ archive, estimated_bytes })) {
    const percent = Math.min(99, Math.floor((100 * archive.done_bytes) / Math.max(1, archive.total_bytes)))
    return (
      <>
        <div>
          <ProgressBar percent={percent} label="Archive" />
          <Help>
            {bytesText(archive.done_bytes)} of about {bytesText(archive.total_bytes)}. You can close this page.
          </Help>
        </div>
        <div>
          <Button variant="outline" busy={remove.isPending} onClick={() => remove.mutate()}>
            Stop
          </Button>
        </div>
      </>
    )
  }
  const ready = archive?.state === 'ready' ? archive : undefined
  return (
    <>
      {archive?.problem && <FieldProblem>The last archive failed: {archive.problem}</FieldProblem>}
      <Help>
        {ready
          ? `Made on ${dateTimeText(ready.ready_at ?? '')}, ${bytesText(ready.bytes ?? 0)}. It is deleted on ${dateTimeText(ready.expires_at ?? '')}.`
          : `About ${bytesText(estimated_bytes)}. It can be downloaded for ${ARCHIVE_DAYS} days. It holds personal data: keep it closed to others.`}
      </Help>
      <chakra.div display="flex" gap="3" flexWrap="wrap">
        {ready && (
          <Button variant="outline" busy={download.isPending} onClick={() => download.mutate()}>
            Download
          </Button>
        )}
        <Button variant={ready ? 'ghost' : 'outline'} busy={make.isPending} onClick={() => make.mutate()}>
          {ready ? 'Make a new one' : 'Make the archive'}
        </Button>
        {ready && (
          <Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        )}
      </chakra.div>
    </>
  )
}
