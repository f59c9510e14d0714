import { Settings } from 'contract/shop/settings'
import { useEffect } from 'react'
import { type FieldPath, FormProvider } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { toast } from '../../ui/toaster.ts'
import { countProblems } from '../courses/editor/sections.ts'
import { DraftNotice } from '../forms/DraftNotice.tsx'
import type { Draft } from '../forms/editor-drafts.ts'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useVersionedEditor } from '../forms/use-editor.ts'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'
import { notifyFailed } from '../kit/call.ts'
import { takingUploads } from '../media/queue/upload-reference.ts'
import { useArrivals, useArrived } from '../media/queue/use-arrivals.ts'
import { TaskBar } from '../shell/TaskBar.tsx'
import { SettingsSection } from './SettingsSections.tsx'
import { type SettingsForm, settingsResolver, toForm } from './settings-form.ts'
import type { SettingsSectionId } from './settings-index.ts'
import { mergedSettings, settingsOf, settingsParts } from './settings-versions.ts'

export const settingsDraft = (section: SettingsSectionId): string => `settings:${section}`

const resolver = takingUploads(settingsResolver)

type SettingsEditorProps = {
  section: SettingsSectionId
  settings: Settings
  etag: string | undefined
  draft: Draft<SettingsForm> | null
}

/** The form of one section: it alone is saved, so what somebody else saves in another one is no conflict. */
export function SettingsEditor({ section, settings, etag, draft }: SettingsEditorProps) {
  const arrived = useArrived()
  const editor = useVersionedEditor({
    draftName: settingsDraft(section),
    draft,
    stored: settings,
    etag,
    toForm,
    resolver,
    present: async () => {
      const now = await withETag((options) => adminClient.settings.get(undefined, options))
      return { ...now, data: Settings.parse(now.data) }
    },
    prepare: arrived,
    send: (body, headers) => adminClient.settings.update({ headers, body: settingsOf(section, body) }),
    agrees: (mine, theirs, base) =>
      settingsParts(section, { mine, theirs, base: mine }).length === 0 ||
      (base !== undefined && settingsParts(section, { mine: base, theirs, base }).length === 0),
    undo: async ({ made, was }, restart) => {
      try {
        const headers = made ? { 'if-match': made } : {}
        await adminClient.settings.update({ headers, body: settingsOf(section, was) })
        toast.success('Restored the settings before')
        await restart()
      } catch (error) {
        notifyFailed('The settings could not be restored', error)
      }
    },
    changes: adminApi.settings.key(),
    parts: (mine, theirs, base) => settingsParts(section, { mine, theirs, base }),
    merged: mergedSettings,
    failure: 'Failed to save settings',
    fallback: 'Please try again.',
  })
  const { form, notice, save, discard } = editor
  useArrivals(form)
  const { errors } = form.formState
  const [search] = useSearchParams()
  const { key } = useLocation()
  const field = search.get('field')
  const isOfPart = search.has('part')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit leads to its field or heading once
  useEffect(() => {
    if (field) form.setFocus(field as FieldPath<SettingsForm>, { shouldSelect: true })
    // Not when the console itself was opened here.
    else if (key !== 'default' && !isOfPart) document.getElementById(`section-${section}-title`)?.focus()
  }, [field, key])
  return (
    <FormProvider {...form}>
      <chakra.div minW="0">
        <DraftNotice {...notice} onDiscard={discard} />
        <chakra.form
          method="post"
          id="settings-form"
          noValidate
          onKeyDown={stepOnEnter}
          onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
        >
          <SettingsSection id={section} />
        </chakra.form>
      </chakra.div>
      <TaskBar
        of={editor}
        savedAt={editor.savedAt}
        formId="settings-form"
        problems={countProblems(errors)}
        changed="the settings"
        part="field"
      >
        Save settings
      </TaskBar>
    </FormProvider>
  )
}
