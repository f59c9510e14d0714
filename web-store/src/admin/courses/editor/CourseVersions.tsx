import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Course } from 'contract/courses/courses'
import type { CourseVersion } from 'contract/courses/versions'
import { useState } from 'react'
import { LoadProblem } from '../../../shared/LoadProblem.tsx'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { dateTimeText } from '../../../ui/format.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { fieldLabel, valueText } from '../../activity/field-labels.ts'
import { Muted } from '../../forms/form-parts.tsx'
import { Version } from '../../forms/VersionsDialog.tsx'
import { sameValue, wordsOf } from '../../forms/version-parts.ts'
import { adminApi, adminClient, withETag } from '../../host/admin-api.ts'
import { useAct } from '../../kit/use-act.tsx'
import { NOT_BACK, restoring, undoSave } from './bring-back.ts'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '1',
    maxH: { base: '190px', md: '60vh' },
    overflowY: 'auto',
    alignContent: 'start',
    '& button': {
      display: 'block',
      w: 'full',
      textAlign: 'start',
      p: '2.5',
      borderRadius: 'l1',
      borderWidth: '1px',
      borderColor: 'border',
      cursor: 'pointer',
      outlineOffset: '-2px',
      '&[aria-pressed=true]': { borderColor: 'action.fg', bg: 'action.subtle' },
    },
    '& small': { display: 'block', textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
  },
})

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const namesOf = (fields: readonly string[]) => fields.map(fieldLabel).join(', ')
const changesOf = ({ changed }: CourseVersion) =>
  changed.length > 0 ? capital(namesOf(changed)) : 'First saved version'

type Bodies = { earlier: Course; now: Course }

const fieldsOf = ({ earlier, now }: Bodies) =>
  (Object.keys(now) as (keyof Course)[]).filter((field) => field in earlier && !sameValue(earlier[field], now[field]))

const textOf = (field: keyof Course, value: unknown) =>
  field === 'price' || field === 'access_period' ? valueText(field, value) : wordsOf(value)

/** Shows what differs between a version and the page of today, side by side. */
function Differences(bodies: Bodies) {
  const fields = fieldsOf(bodies)
  if (fields.length === 0) return <p>The sales page says the same today.</p>
  return fields.map((field) => (
    <Stack as="section" key={field} aria-label={fieldLabel(field)} gap="2">
      <chakra.h3 textStyle="label">{capital(fieldLabel(field))}</chakra.h3>
      <Stack gap="2" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        {(['earlier', 'now'] as const).map((side) => (
          <div key={side}>
            <Muted>{side === 'earlier' ? 'This version' : 'Now'}</Muted>
            <Version tabIndex={0} role="group" aria-label={side === 'earlier' ? 'This version' : 'Now'}>
              {textOf(field, bodies[side][field])}
            </Version>
          </div>
        ))}
      </Stack>
    </Stack>
  ))
}

/** Lists the saves of a sales page, compares one with today, and brings it back. */
export default function CourseVersions(props: { courseId: string; onBack: () => void; onClose: () => void }) {
  const { courseId: course_id, onBack, onClose } = props
  const queries = useQueryClient()
  const list = useQuery(adminApi.courses.versions.queryOptions({ input: { course_id }, staleTime: 0 }))
  const [chosen, setChosen] = useState<number>()
  const newest = list.data?.[0]
  const version = chosen ?? list.data?.[1]?.version
  const earlier = useQuery({
    ...adminApi.courses.version.queryOptions({ input: { course_id, version: String(version) } }),
    enabled: version !== undefined,
  })
  const now = useQuery({
    queryKey: [...adminApi.courses.key(), 'now', course_id],
    queryFn: () => withETag((options) => adminClient.courses.adminGet({ id: course_id }, options)),
    staleTime: 0,
  })
  const back = () => undoSave({ queries, courseId: course_id, onBack }, async () => newest?.version)
  const restore = useAct(adminApi.courses.restoreVersion, {
    of: (earlier: number) => restoring(course_id, earlier, now.data?.etag),
    done: ({ message, kept }) => [
      message,
      kept.length > 0 ? `${capital(namesOf(kept))} stay: their files are gone.` : undefined,
      newest && { label: 'Undo', onClick: () => void back() },
    ],
    failed: NOT_BACK,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: adminApi.courses.key() })
      onBack()
      onClose()
    },
  })
  const bodies =
    earlier.data && now.data ? { earlier: earlier.data.course as Course, now: now.data.data as Course } : undefined
  const failed = [list, earlier, now].find(({ isError, data }) => isError && !data)
  const same = bodies !== undefined && fieldsOf(bodies).length === 0
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title="Versions of this page"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          {bodies && !same && version !== undefined && (
            <Button busy={restore.busy} busyText="Restoring..." onClick={() => restore.run(version)}>
              Restore version {version}
            </Button>
          )}
        </>
      }
    >
      {failed ? (
        <LoadProblem
          title="Failed to load the versions"
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : !list.data ? (
        <Loading minH="200px" />
      ) : list.data.length < 2 ? (
        <p>There is no earlier version yet. Each save of this page makes one, and the last 100 stay.</p>
      ) : (
        <Stack gap="5" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: '280px minmax(0,1fr)' }}>
          <List aria-label="Versions">
            {list.data.map((one) => (
              <li key={one.version}>
                <button type="button" aria-pressed={one.version === version} onClick={() => setChosen(one.version)}>
                  <b>
                    Version {one.version}
                    {one === newest && ' (now)'}
                  </b>
                  <small>
                    <time dateTime={one.at}>{dateTimeText(one.at)}</time>
                    {one.by && ` by ${one.by}`}
                  </small>
                  <small>{changesOf(one)}</small>
                </button>
              </li>
            ))}
          </List>
          <Stack gap="4" aria-live="polite">
            {bodies ? <Differences {...bodies} /> : <Loading minH="200px" />}
            {bodies && !same && <chakra.p textStyle="sm">Lessons and students stay as they are.</chakra.p>}
          </Stack>
        </Stack>
      )}
    </Dialog>
  )
}
