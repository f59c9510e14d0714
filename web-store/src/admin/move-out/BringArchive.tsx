import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UPLOADS_PATH } from 'contract/limits'
import type { MoveArchiveState } from 'contract/move-archive'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminSession } from '../host/admin-session.ts'
import { type PickedFile, usePlatform } from '../host/platform.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { sendFile } from '../media/queue/send-file.ts'
import { CheckedArchive } from './CheckedArchive.tsx'

const LOOK_MS = 3_000

const isUnderWay = (archive: MoveArchiveState | null | undefined) =>
  archive?.state === 'checking' || archive?.state === 'waiting' || archive?.state === 'running'

/** Takes the archive of another SkillHaat, and shows how far it is. An upload that was cut off goes on where it stopped. */
export function BringArchive() {
  const platform = usePlatform()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...adminApi.moveArchive.get.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => isUnderWay(state.data?.archive) && LOOK_MS,
  })
  const [sent, setSent] = useState<{ file: PickedFile; bytes: number }>()
  const begun = useRef<string>(undefined)
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])
  const send = useSubmission({
    mutationFn: async (file: PickedFile) => {
      setSent({ file, bytes: 0 })
      await sendFile({
        source: file,
        endpoint: new URL(UPLOADS_PATH, document.baseURI).href,
        url: begun.current,
        sha256: undefined,
        moveIn: true,
        authorization: adminSession.authorization,
        signal: leaving.current.signal,
        onUrl: (url) => {
          begun.current = url
        },
        onProgress: (bytes) => setSent({ file, bytes }),
        onOffset: () => {},
      })
      const upload_id = begun.current?.split('/').at(-1) ?? ''
      await adminClient.moveArchive.begin({ upload_id })
      begun.current = undefined
      setSent(undefined)
      await queries.invalidateQueries({ queryKey: adminApi.moveArchive.key() })
    },
  })
  const choose = async () => {
    const [file] = await platform.pickFiles({ kind: 'any', multiple: false })
    if (!file) return
    begun.current = undefined
    send.mutate(file)
  }
  if (error && !data)
    return (
      <ErrorState title="Failed to load the archive of another shop" error={error} onRetry={() => void refetch()} />
    )
  if (!data) return null
  if (isUnderWay(data.archive)) return <Arriving archive={data.archive} />
  if (data.archive?.state === 'checked' && data.archive.check)
    return <CheckedArchive archive={data.archive} check={data.archive.check} />
  if (send.isPending && sent) {
    const percent = Math.floor((100 * sent.bytes) / Math.max(1, sent.file.size))
    return (
      <div>
        <ProgressBar percent={percent} label={`Upload of ${sent.file.name}`} />
        <Help>
          {bytesText(sent.bytes)} of {bytesText(sent.file.size)} uploaded. Keep this page open.
        </Help>
      </div>
    )
  }
  return (
    <>
      {send.error && <FieldProblem>{errorText(send.error, 'The upload was cut off.')}</FieldProblem>}
      <Result archive={data.archive} />
      <chakra.div display="flex" gap="3" flexWrap="wrap">
        {send.error && sent && (
          <Button variant="outline" onClick={() => send.mutate(sent.file)}>
            Continue
          </Button>
        )}
        <Button variant="outline" onClick={() => void choose()}>
          Choose the ZIP
        </Button>
      </chakra.div>
    </>
  )
}

function Arriving({ archive }: { archive: MoveArchiveState | null }) {
  if (!archive) return null
  if (archive.state === 'checking') return <Help>Checking {archive.file_name}. You can close this page.</Help>
  const percent = Math.min(99, Math.floor((100 * archive.done_bytes) / Math.max(1, archive.total_bytes)))
  return (
    <div>
      <ProgressBar percent={percent} label={`Moving in ${archive.file_name}`} />
      <Help>
        {archive.file_name}: moving in {archive.step}. You can close this page.
      </Help>
    </div>
  )
}

function Result({ archive }: { archive: MoveArchiveState | null }) {
  if (archive?.problem) return <FieldProblem>The last archive failed: {archive.problem}</FieldProblem>
  const result = archive?.result
  if (!result) return null
  const left = [
    ...result.files.left_out.map(({ path, reason }) => `${path}: ${reason}`),
    ...result.courses.left_out.map(({ name, reason }) => `${name}: ${reason}`),
    ...(result.promocodes?.left_out ?? []).map(({ name, reason }) => `Code ${name}: ${reason}`),
  ]
  return (
    <div>
      <Help>
        {archive.file_name} moved in: {result.files.new} new files, {result.courses.new} new courses,{' '}
        {result.past_orders} past orders, {result.lessons_done} lessons done.
      </Help>
      {left.length > 0 && <FieldProblem>Left out: {left.join('; ')}</FieldProblem>}
    </div>
  )
}
