import { Settings } from 'contract/shop/settings'
import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { Link, useLocation } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { countProblems } from '../courses/editor/sections.ts'
import { DraftNotice } from '../forms/DraftNotice.tsx'
import type { Draft } from '../forms/editor-drafts.ts'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useVersionedEditor } from '../forms/use-editor.ts'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'
import { TabHead } from '../lists/TabHead.tsx'
import { takingUploads } from '../media/queue/upload-reference.ts'
import { useArrivals, useArrived } from '../media/queue/use-arrivals.ts'
import { SectionNav } from '../shell/SectionNav.tsx'
import { TaskBar } from '../shell/TaskBar.tsx'
import { useCurrentSection } from '../shell/use-current-section.ts'
import { SettingsSections } from './SettingsSections.tsx'
import { type SettingsForm, settingsResolver, toForm } from './settings-form.ts'
import { type SettingsSectionId, settingsSections } from './settings-index.ts'
import { mergedSettings, settingsParts } from './settings-versions.ts'

const VersionsDialog = later(() => import('../forms/VersionsDialog.tsx'))

export const SETTINGS_DRAFT = 'settings'

const resolver = takingUploads(settingsResolver)

type SettingsEditorProps = { settings: Settings; etag: string | undefined; draft: Draft<SettingsForm> | null }

/** The form of the settings. */
export function SettingsEditor({ settings, etag, draft }: SettingsEditorProps) {
  const arrived = useArrived()
  const { form, isDirty, saved, storedAt, notice, save, conflict, dropConflict, discard } = useVersionedEditor({
    draftName: SETTINGS_DRAFT,
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
    send: (body, headers) => adminClient.settings.update({ headers, body }),
    changes: adminApi.settings.key(),
    failure: 'Failed to save settings',
    fallback: 'Please try again.',
  })
  useArrivals(form)
  const { errors } = form.formState
  return (
    <FormProvider {...form}>
      <chakra.div maxW="1120px" mx="auto" pb="var(--fixed-bar, 76px)">
        <TabHead title="Settings" />
        <DraftNotice {...notice} onDiscard={discard} />
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '200px minmax(0,1fr)' }}
          gap={{ base: '4', lg: '8' }}
          alignItems="start"
        >
          <SettingsIndex />
          <chakra.form
            id="settings-form"
            noValidate
            onKeyDown={stepOnEnter}
            display="grid"
            gap="5"
            minW="0"
            onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
          >
            <SettingsSections />
          </chakra.form>
        </chakra.div>
      </chakra.div>
      <TaskBar
        formId="settings-form"
        problems={countProblems(errors)}
        storedAt={storedAt}
        dirty={isDirty}
        busy={save.isPending}
        onDiscard={discard}
      >
        Save settings
      </TaskBar>
      {conflict && (
        <VersionsDialog
          changed="the settings"
          own={conflict.own}
          of="field"
          parts={settingsParts(conflict.body, conflict.theirs, saved.data)}
          busy={save.isPending}
          onSave={(taken) =>
            save.mutate({ body: mergedSettings(conflict.body, conflict.theirs, taken), over: conflict.etag })
          }
          onClose={dropConflict}
        />
      )}
    </FormProvider>
  )
}

/** The way to each section of the settings; the address names the one that was gone to. */
function SettingsIndex() {
  const { hash, search, key } = useLocation()
  const { current, go } = useCurrentSection<SettingsSectionId>('shop')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` is made anew with every drawing, a visit is what counts
  useEffect(() => {
    const requested = settingsSections.find(({ id }) => hash === `#section-${id}`)
    if (requested) go(requested.id)
  }, [hash, key])
  return (
    <SectionNav aria-label="Sections of the settings">
      <ol>
        {settingsSections.map(({ id, title }) => (
          <li key={id}>
            <Link to={{ search, hash: `#section-${id}` }} replace aria-current={id === current ? 'true' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </SectionNav>
  )
}
