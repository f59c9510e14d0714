import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { Settings } from 'server/contract/settings'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { countProblems } from '../courses/sections.ts'
import type { Draft } from '../drafts.ts'
import { DraftNotice } from '../parts/DraftNotice.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { TabHead } from '../parts/TabHead.tsx'
import { useUnsaved } from '../unsaved.ts'
import { useKeptDraft } from '../use-draft.ts'
import { SettingsSections } from './SettingsSections.tsx'
import { type SettingsForm, settingsResolver, toForm } from './settings-form.ts'

export const SETTINGS_DRAFT = 'settings'

type SettingsEditorProps = { settings: Settings; etag: string | undefined; draft: Draft<SettingsForm> | null }

/** The form of the settings. */
export function SettingsEditor({ settings, etag, draft }: SettingsEditorProps) {
  const queries = useQueryClient()
  const form = useForm<SettingsForm, unknown, Settings>({ defaultValues: toForm(settings), resolver: settingsResolver })
  const { errors, isDirty } = form.formState
  const values = form.watch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is laid over the form once, when it is opened
  useEffect(() => {
    if (draft) form.reset(draft.values, { keepDefaultValues: true })
  }, [])
  const keptAt = useKeptDraft({
    name: SETTINGS_DRAFT,
    dirty: isDirty,
    read: () => form.getValues(),
    etag,
    version: JSON.stringify(values),
  })
  useUnsaved(SETTINGS_DRAFT, isDirty)
  const save = useMutation({
    mutationFn: (body: Settings) => {
      const version = draft?.etag ?? etag
      return adminClient.settings.update({ headers: version ? { 'if-match': version } : {}, body })
    },
    onSuccess: ({ message }) => {
      toast.success(message)
      form.reset(form.getValues())
      return queries.invalidateQueries({ queryKey: adminApi.settings.key() })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      const stale = isApiError(error) && error.code === 'edit_conflict'
      toast.error(stale ? 'The settings were changed meanwhile' : 'Failed to save settings', {
        description: stale
          ? 'Somebody else saved them after you opened them. Your draft is kept: reload the page to see theirs, then save again.'
          : errorText(error, 'Please try again.'),
        duration: stale ? 10_000 : 4500,
      })
    },
  })
  const discard = () => form.reset(toForm(settings))
  return (
    <FormProvider {...form}>
      <chakra.div maxW="860px" mx="auto" pb="var(--fixed-bar, 76px)">
        <TabHead title="Settings" />
        {draft && isDirty && <DraftNotice keptAt={draft.kept_at} stale={draft.etag !== etag} onDiscard={discard} />}
        <chakra.form
          id="settings-form"
          noValidate
          display="grid"
          gap="5"
          onSubmit={form.handleSubmit((body) => save.mutate(body))}
        >
          <SettingsSections />
        </chakra.form>
      </chakra.div>
      <SaveBar problems={countProblems(errors)} keptAt={keptAt} rest={isDirty ? 'Saving draft...' : 'No changes yet.'}>
        {isDirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" form="settings-form" busy={save.isPending} busyText="Saving...">
          Save settings
        </Button>
      </SaveBar>
    </FormProvider>
  )
}
