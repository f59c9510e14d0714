import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import type { Live, LiveInput } from 'contract/live'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { Two } from '../components/form-parts.tsx'
import { useUnsaved } from '../unsaved.ts'
import { type LiveForm, liveResolver, toForm } from './live-form.ts'

type Props = { lessonId: string; stored: Live | null; etag: string | undefined; over: boolean }

/** When a lesson is live, for how long, and where it is joined. */
export function LiveEditor({ lessonId, stored, etag, over }: Props) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const form = useForm<LiveForm, unknown, LiveInput>({ defaultValues: toForm(stored), resolver: liveResolver(stored) })
  const { register, formState, handleSubmit, setError } = form
  const { errors, isDirty } = formState
  useUnsaved(`live:${lessonId}`, isDirty)
  const params = { lesson_id: lessonId }
  const renew = async () => {
    await queries.invalidateQueries({ queryKey: adminApi.live.key() })
    await queries.invalidateQueries({ queryKey: adminApi.learning.key() })
  }
  const save = useSubmission({
    mutationFn: (body: LiveInput) =>
      adminClient.live.save({ params, headers: etag === undefined ? {} : { 'if-match': etag }, body }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return renew()
    },
    onError: (error) => {
      if (isAuthError(error)) return
      const problems = isApiError(error) && error.code === 'invalid' ? problemsOf(error.data) : []
      for (const { path, message } of problems) setError(path, { type: 'server', message })
      if (problems.length > 0) return
      toast.error('The live lesson could not be saved', { description: errorText(error, '') })
    },
  })
  const cancel = useSubmission({
    mutationFn: () => adminClient.live.cancel({ params }),
    onSuccess: ({ message }) => {
      setAsking(false)
      toast.success(message)
      return renew()
    },
    onError: (error) => {
      setAsking(false)
      if (!isAuthError(error)) toast.error('It could not be cancelled', { description: errorText(error, '') })
    },
  })
  return (
    <Card padded asChild>
      <chakra.form noValidate display="grid" gap="4.5" onSubmit={handleSubmit((body) => save.mutate(body))}>
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
          {stored && !stored.cancelled && !over && (
            <Button variant="outline" colorPalette="danger" onClick={() => setAsking(true)}>
              Cancel live lesson
            </Button>
          )}
        </chakra.div>
        <ConfirmDialog
          open={asking}
          title="Are you sure you want to cancel this live lesson?"
          confirmLabel="Cancel lesson"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>Students who were told of it get an email. The lesson stays in the course, and you can set a new date.</p>
        </ConfirmDialog>
      </chakra.form>
    </Card>
  )
}

const FIELDS = ['starts_at', 'minutes', 'join_link'] as const

/** What the server says of single fields: that a moment has passed only it can know. */
function problemsOf(data: unknown): { path: (typeof FIELDS)[number]; message: string }[] {
  const { errors = [] } = (data ?? {}) as { errors?: { path: string; message: string }[] }
  return errors.flatMap(({ path, message }) => {
    const field = FIELDS.find((one) => path === one || path.endsWith(`.${one}`))
    return field ? [{ path: field, message }] : []
  })
}
