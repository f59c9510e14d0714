import { useQueryClient } from '@tanstack/react-query'
import type { LiveInput } from 'contract/courses/live-input'
import type { Live } from 'contract/live'
import { liveEnd } from 'contract/live-times'
import { useState } from 'react'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { countText, dateTimeText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { LessonTask } from '../content/LessonTask.tsx'
import { Muted, Two } from '../forms/form-parts.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { consoleDrafts, useActionForm } from '../forms/use-action-form.ts'
import { useVersions } from '../forms/use-versioned-save.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useAct } from '../kit/use-act.tsx'
import { Joined } from './Joined.tsx'
import { liveQuery } from './live.queries.ts'
import { liveParts, mergedLive, parseLive, toForm } from './live-form.ts'

type Stored = Awaited<ReturnType<ReturnType<typeof liveQuery>['queryFn']>>['data']

/** Edits moment and link of the live lesson that the address names, and lists who joined. */
export default function LiveTab() {
  const { data: me } = useMe()
  return (
    <LessonTask kind="live" query={liveQuery} state={stateOf}>
      {({ data: { live, joined }, etag }, { lessonId }) => (
        <>
          <LiveEditor lessonId={lessonId} stored={live} etag={etag} />
          {joined > 0 && me?.role === 'owner' && <Joined lessonId={lessonId} />}
        </>
      )}
    </LessonTask>
  )
}

/** Says when it is, and how many joined. */
function stateOf({ live, joined }: Stored) {
  if (!live) return 'It has no date yet. Students see the lesson without one.'
  if (live.cancelled) return 'It is cancelled. Set a new date to hold it again.'
  const over = liveEnd(live) <= shopNow()
  const people =
    joined > 0 ? `${countText(joined, 'student')} joined.` : over ? 'Nobody joined.' : 'Nobody has joined yet.'
  return `${over ? 'It was on' : 'It is on'} ${dateTimeText(live.starts_at)} IST. ${people}`
}

const VersionsDialog = later(() => import('../forms/VersionsDialog.tsx'))

type Props = { lessonId: string; stored: Live | null; etag: string | undefined }

/** When a lesson is live, for how long, and where it is joined. */
function LiveEditor({ lessonId, stored, etag }: Props) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState({ live: stored, etag })
  const { live } = saved
  // A draft belongs to the version it began with: over another one it would move a lesson that somebody else has moved.
  const nameOver = (version = '') => `live:${lessonId}:${version}`
  const name = nameOver(saved.etag)
  const params = { lesson_id: lessonId }
  const present = async () => {
    const { data, etag } = await queries.fetchQuery(liveQuery(lessonId))
    return { data: data.live, etag }
  }
  /** Begins with what is stored now; `typed` goes over it. */
  const renew = async (typed?: () => unknown) => {
    const { data, etag } = await present()
    const draft = typed?.()
    setSaved({ live: data, etag })
    // Saved back to this version later, it would find these words again.
    consoleDrafts.keep(name, undefined)
    consoleDrafts.keep(nameOver(etag), draft)
    await queries.invalidateQueries({ queryKey: adminApi.learning.key() })
  }
  const { send, conflict, dropConflict } = useVersions<LiveInput, Live | null, { message: string }>({
    draftName: name,
    etag: saved.etag,
    send: ({ body }, headers) => adminClient.live.save({ params, headers, body }),
    stored: present,
    agrees: (_, theirs) => theirs === null,
  })
  const form = useActionForm({
    name,
    begun: toForm(live),
    send,
    parse: (typed) => parseLive(typed, live),
    stored: (_, sent) => sent,
    failed: 'The live lesson could not be saved',
    toasts: true,
    fallback: '',
    // Only the server knows that a moment has passed.
    fieldsOf: (error) => fieldErrors(error, Object.keys(toForm(null))),
    onDone: ({ message }) => {
      toast.success(message)
      return renew(() => consoleDrafts.read(name)).finally(dropConflict)
    },
  })
  const decide = (taken: ReadonlySet<string>) => {
    if (!conflict?.theirs) return
    const body = mergedLive(conflict.body, conflict.theirs, taken)
    if (body) return form.send({ body, over: conflict.etag })
    dropConflict()
    void renew()
  }
  const cancel = useAct(adminApi.live.cancel, {
    confirm: () => ({
      title: 'Are you sure you want to cancel this live lesson?',
      label: 'Cancel lesson',
      text: 'Students who were notified get an email. The lesson stays in the course, and you can set a new date.',
    }),
    failed: 'It could not be cancelled',
    onDone: () => renew(),
  })
  return (
    <Card padded asChild>
      <chakra.form method="post" noValidate onKeyDown={stepOnEnter} display="grid" gap="4.5" onSubmit={form.submit}>
        <Two>
          <Field label="Begins (Indian time)" required type="datetime-local" {...form.field('starts_at')} />
          <Field label="Minutes" required inputMode="numeric" maxLength={3} {...form.field('minutes')} />
        </Two>
        <Field
          label="Join link"
          required
          inputMode="url"
          maxLength={2000}
          placeholder="https://meet.google.com/abc-defg-hij"
          help="From Meet, Zoom, YouTube or any other service. Students get it in the lesson from 15 minutes before it begins until its end, and nowhere else."
          {...form.field('join_link')}
        />
        <Muted>
          Students are emailed the day before and within the last hour, and when the date changes or the lesson is
          cancelled after that. A recording is the video of the lesson: add it in the list of lessons.
        </Muted>
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <Button type="submit" busy={form.isPending} busyText="Saving...">
            Save live lesson
          </Button>
          {live && !live.cancelled && liveEnd(live) > shopNow() && (
            <Button variant="outline" colorPalette="danger" onClick={() => cancel.run({ params })}>
              Cancel live lesson
            </Button>
          )}
        </chakra.div>
        {cancel.dialog}
        {conflict?.theirs && (
          <VersionsDialog
            changed="this live lesson"
            own={conflict.own}
            of="part"
            parts={liveParts(conflict.body, conflict.theirs, live)}
            busy={form.isPending}
            onSave={decide}
            onClose={dropConflict}
          />
        )}
      </chakra.form>
    </Card>
  )
}
