import { useQueryClient } from '@tanstack/react-query'
import type { AssignmentInput } from 'contract/assignments'
import type { Assignment } from 'contract/hand-ins'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { errorText } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { SaveBar } from '../components/SaveBar.tsx'
import type { Draft } from '../drafts.ts'
import { useUnsaved } from '../unsaved.ts'
import { useKeptDraft } from '../use-draft.ts'
import { useVersionedSave } from '../use-versioned-save.ts'
import { AssignmentRules } from './AssignmentRules.tsx'
import { assignmentQuery } from './assignment.queries.ts'
import {
  type AssignmentForm,
  assignmentParts,
  assignmentResolver,
  mergedAssignment,
  toForm,
} from './assignment-form.ts'
import { CriterionList } from './CriterionList.tsx'

const VersionsDialog = later(() => import('../components/VersionsDialog.tsx'))

type Props = {
  lessonId: string
  stored: Assignment | null
  etag: string | undefined
  draft: Draft<AssignmentForm> | null
  draftName: string
}

/** What a lesson asks for, and the rubric that it is marked by. */
export function AssignmentEditor({ lessonId, stored, etag, draft, draftName }: Props) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState({ assignment: stored, etag })
  // A draft belongs to the version it began with: a save over a newer one is then seen as the conflict it is.
  const [version, setVersion] = useState(draft ? draft.etag : etag)
  const form = useForm<AssignmentForm, unknown, AssignmentInput>({
    defaultValues: toForm(stored),
    resolver: assignmentResolver,
  })
  const values = form.watch()
  const { errors, isDirty } = form.formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is laid over the form once, when it is opened
  useEffect(() => {
    if (draft) form.reset(draft.values, { keepDefaultValues: true })
  }, [])
  const keptAt = useKeptDraft({
    ...{ name: draftName, dirty: isDirty, etag: version },
    read: () => form.getValues(),
    version: JSON.stringify(values),
  })
  useUnsaved(draftName, isDirty)
  const { save, conflict, dropConflict } = useVersionedSave<
    AssignmentInput,
    Assignment | null,
    { message: string; assignment: Assignment }
  >({
    etag: version,
    send: ({ body }, headers) => adminClient.assignments.save({ params: { lesson_id: lessonId }, headers, body }),
    stored: async () => {
      const { data, etag: present } = await queries.fetchQuery(assignmentQuery(lessonId))
      return { data: data.assignment, etag: present }
    },
    // Somebody has taken it away: what stands here is a new one.
    agrees: (_, theirs) => theirs === null,
    onSaved: async ({ message }) => {
      const { data, etag: present } = await queries.fetchQuery(assignmentQuery(lessonId))
      setSaved({ assignment: data.assignment, etag: present })
      setVersion(present)
      form.reset(toForm(data.assignment))
      toast.success(message)
      await queries.invalidateQueries({ queryKey: adminApi.learning.key() })
    },
    onFailed: (error) => toast.error('The assignment could not be saved', { description: errorText(error, '') }),
  })
  const discard = () => {
    setVersion(saved.etag)
    form.reset(toForm(saved.assignment))
  }
  return (
    <FormProvider {...form}>
      {draft && isDirty && <DraftNotice keptAt={draft.kept_at} stale={draft.etag !== etag} onDiscard={discard} />}
      <chakra.form
        id="assignment-form"
        noValidate
        display="grid"
        gap="5"
        pb="var(--fixed-bar, 76px)"
        onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
      >
        <AssignmentRules />
        <CriterionList />
      </chakra.form>
      <SaveBar
        problems={Object.keys(errors).length}
        keptAt={keptAt}
        rest={isDirty ? 'Saving draft...' : 'No changes yet.'}
      >
        {isDirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" form="assignment-form" busy={save.isPending} busyText="Saving...">
          Save assignment
        </Button>
      </SaveBar>
      {conflict?.theirs && (
        <VersionsDialog
          title="Someone else changed this assignment"
          of="part"
          parts={assignmentParts(conflict.body, conflict.theirs, saved.assignment)}
          busy={save.isPending}
          onSave={(taken) =>
            conflict.theirs &&
            save.mutate({ body: mergedAssignment(conflict.body, conflict.theirs, taken), over: conflict.etag })
          }
          onClose={dropConflict}
        />
      )}
    </FormProvider>
  )
}
