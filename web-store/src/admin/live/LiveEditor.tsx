import { useQueryClient } from '@tanstack/react-query'
import type { Live, LiveInput } from 'contract/live'
import { liveEnd } from 'contract/live-times'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Two } from '../forms/form-parts.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useTypedForm } from '../forms/use-typed-form.ts'
import { useVersionedSave } from '../forms/use-versioned-save.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { liveQuery } from './live.queries.ts'
import { type LiveForm, liveParts, liveResolver, mergedLive, toForm } from './live-form.ts'

const VersionsDialog = later(() => import('../forms/VersionsDialog.tsx'))

type Props = { lessonId: string; stored: Live | null; etag: string | undefined }

/** When a lesson is live, for how long, and where it is joined. */
export function LiveEditor({ lessonId, stored, etag }: Props) {
  const queries = useQueryClient()
  const [requesting, setRequesting] = useState(false)
  const [saved, setSaved] = useState({ live: stored, etag })
  const { live } = saved
  const resolver = liveResolver(live)
  const form = useForm<LiveForm, unknown, LiveInput>({ defaultValues: toForm(stored), resolver })
  const { register, formState, handleSubmit, setError } = form
  const { errors } = formState
  // A draft belongs to the version it began with: over another one it would move a lesson that somebody else has moved.
  const name = `live:${lessonId}:${saved.etag ?? ''}`
  const { forget } = useTypedForm(name, form)
  const params = { lesson_id: lessonId }
  const present = async () => {
    const { data, etag } = await queries.fetchQuery(liveQuery(lessonId))
    return { data: data.live, etag }
  }
  /** The form as it is stored now. */
  const renew = async (typedSince?: () => Promise<LiveForm | undefined>) => {
    const { data, etag } = await present()
    const typed = await typedSince?.()
    setSaved({ live: data, etag })
    form.reset(toForm(data))
    if (typed) form.reset(typed, { keepDefaultValues: true })
    await queries.invalidateQueries({ queryKey: adminApi.learning.key() })
  }
  const { save, conflict, dropConflict } = useVersionedSave<LiveForm, LiveInput, Live | null, { message: string }>({
    form: { of: form, resolver, draftName: name },
    etag: saved.etag,
    send: ({ body }, headers) => adminClient.live.save({ params, headers, body }),
    stored: present,
    agrees: (_, theirs) => theirs === null,
    onSaved: ({ message }, { typedSince }) => {
      // Saved back to this version later, it would find these words again.
      forget()
      toast.success(message)
      return renew(typedSince)
    },
    onFailed: (error) => {
      const problems = isApiError(error) && error.code === 'invalid' ? problemsOf(error.data) : []
      for (const { path, message } of problems) setError(path, { type: 'server', message })
      if (problems.length > 0) return
      toast.error('The live lesson could not be saved', { description: errorText(error, '') })
    },
  })
  const decide = (taken: ReadonlySet<string>) => {
    if (!conflict?.theirs) return
    const body = mergedLive(conflict.body, conflict.theirs, taken)
    if (body) return save.mutate({ body, over: conflict.etag })
    dropConflict()
    void renew()
  }
  const cancel = useSubmission({
    mutationFn: () => adminClient.live.cancel({ params }),
    onSuccess: ({ message }) => {
      setRequesting(false)
      toast.success(message)
      return renew()
    },
    onError: (error) => {
      setRequesting(false)
      toast.error('It could not be cancelled', { description: errorText(error, '') })
    },
  })
  return (
    <Card padded asChild>
      <chakra.form
        noValidate
        onKeyDown={stepOnEnter}
        display="grid"
        gap="4.5"
        onSubmit={handleSubmit((body) => save.mutate({ body }))}
      >
        <Two>
          <Field
            label="Begins (Indian time)"
            required
            type="datetime-local"
            error={errors.starts_at?.message}
            {...register('starts_at')}
          />
          <Field
            label="Minutes"
            required
            inputMode="numeric"
            maxLength={3}
            error={errors.minutes?.message}
            {...register('minutes')}
          />
        </Two>
        <Field
          label="Join link"
          required
          inputMode="url"
          maxLength={2000}
          placeholder="https://meet.google.com/abc-defg-hij"
          help="Of Meet, Zoom, YouTube or any other service. Students get it in the lesson from 15 minutes before it begins until its end, and nowhere else."
          error={errors.join_link?.message}
          {...register('join_link')}
        />
        <chakra.p textStyle="sm" color="fg.muted">
          Students are emailed the day before and within the last hour, and when the date changes or the lesson is
          cancelled after that. A recording is the video of the lesson: add it in the list of lessons.
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <Button type="submit" busy={save.isPending} busyText="Saving...">
            Save live lesson
          </Button>
          {live && !live.cancelled && liveEnd(live) > shopNow() && (
            <Button variant="outline" colorPalette="danger" onClick={() => setRequesting(true)}>
              Cancel live lesson
            </Button>
          )}
        </chakra.div>
        <ConfirmDialog
          open={requesting}
          title="Are you sure you want to cancel this live lesson?"
          confirmLabel="Cancel lesson"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onClose={() => setRequesting(false)}
        >
          <p>Students who were notified get an email. The lesson stays in the course, and you can set a new date.</p>
        </ConfirmDialog>
        {conflict?.theirs && (
          <VersionsDialog
            changed="this live lesson"
            own={conflict.own}
            of="part"
            parts={liveParts(conflict.body, conflict.theirs, live)}
            busy={save.isPending}
            onSave={decide}
            onClose={dropConflict}
          />
        )}
      </chakra.form>
    </Card>
  )
}

const FIELDS = ['starts_at', 'minutes', 'join_link'] as const

/** Returns the server's errors of single fields: only the server knows that a moment has passed. */
function problemsOf(data: unknown): { path: (typeof FIELDS)[number]; message: string }[] {
  const { errors = [] } = (data ?? {}) as { errors?: { path: string; message: string }[] }
  return errors.flatMap(({ path, message }) => {
    const field = FIELDS.find((one) => path === one || path.endsWith(`.${one}`))
    return field ? [{ path: field, message }] : []
  })
}
