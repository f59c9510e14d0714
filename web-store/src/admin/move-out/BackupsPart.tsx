import { useQuery } from '@tanstack/react-query'
import { ARCHIVE_DAYS, type MoveOutState } from 'contract/move-out'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { LoadedPane } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'

const LOOK_MS = 3_000

const isBeingMade = (data: MoveOutState | undefined) =>
  data?.archive?.state === 'waiting' || data?.archive?.state === 'running'

/** Makes, shows and downloads the archive of everything that the shop owns. */
export default function MoveOutCard() {
  const query = useQuery({
    ...adminApi.moveOut.get.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => isBeingMade(state.data) && LOOK_MS,
  })
  return (
    <LoadedPane title="Move out" query={query} failed="Failed to load the archive" height="80px">
      {(state) => (
        <>
          <Help>
            Everything your shop owns as open files in one ZIP: courses, media, students, progress, orders, invoices and
            settings. It opens without this program.
          </Help>
          <Archive {...state} />
        </>
      )}
    </LoadedPane>
  )
}

function Archive({ archive, estimated_bytes }: MoveOutState) {
  const platform = usePlatform()
  const make = useAct(adminApi.moveOut.begin, { done: null, failed: 'The archive could not be created' })
  const download = useAct(adminApi.moveOut.link, {
    done: null,
    failed: 'The archive could not be downloaded',
    onDone: ({ url }) => platform.openStorePage(url),
  })
  const remove = useAct(adminApi.moveOut.remove, { done: null, failed: 'The archive could not be deleted' })
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
          <Button variant="outline" busy={remove.busy} onClick={() => remove.run()}>
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
          <Button variant="outline" busy={download.busy} onClick={() => download.run({})}>
            Download
          </Button>
        )}
        <Button variant={ready ? 'ghost' : 'outline'} busy={make.busy} onClick={() => make.run({})}>
          {ready ? 'Create a new one' : 'Create archive'}
        </Button>
        {ready && (
          <Button variant="ghost" busy={remove.busy} onClick={() => remove.run()}>
            Delete
          </Button>
        )}
      </chakra.div>
    </>
  )
}
