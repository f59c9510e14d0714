import { useQueryClient } from '@tanstack/react-query'
import { Settings } from 'contract/shop/settings'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toaster.ts'
import { countProblems } from '../courses/editor/sections.ts'
import { DraftNotice } from '../forms/DraftNotice.tsx'
import { type Draft, useStoredDraft } from '../forms/editor-drafts.ts'
import { SaveBar } from '../forms/SaveBar.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useDiscardedNotice } from '../forms/use-discarded-notice.ts'
import { useVersionedSave } from '../forms/use-versioned-save.ts'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { TabHead } from '../lists/TabHead.tsx'
import { takingUploads } from '../media/queue/upload-reference.ts'
import { useArrivals, useArrived } from '../media/queue/use-arrivals.ts'
import { SectionNav } from '../shell/SectionNav.tsx'
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
  const form = useForm<SettingsForm, unknown, Settings>({ defaultValues: toForm(settings), resolver })
  /** The stored settings, from the opening or the last save. */
  const [saved, setSaved] = useState({ data: settings, etag })
  // A draft belongs to the version it began with: a save over a newer one is then seen as the conflict it is.
  const [version, setVersion] = useState(draft ? draft.etag : etag)
  const { errors, isDirty } = form.formState
  const values = form.watch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is laid over the form once, when it is opened
  useEffect(() => {
    if (draft) form.reset(draft.values, { keepDefaultValues: true })
  }, [])
  const storedAt = useStoredDraft({
    name: SETTINGS_DRAFT,
    dirty: isDirty,
    read: () => form.getValues(),
    etag: version,
    version: JSON.stringify(values),
  })
  useUnsaved(SETTINGS_DRAFT, isDirty)
  useArrivals(form)
  const arrived = useArrived()
  const queries = useQueryClient()
  const stored = async () => {
    const now = await withETag((options) => adminClient.settings.get(undefined, options))
    return { ...now, data: Settings.parse(now.data) }
  }
  const restart = (from: typeof saved) => {
    setVersion(from.etag)
    form.reset(toForm(from.data))
  }
  const { save, conflict, dropConflict } = useVersionedSave<SettingsForm, Settings, Settings, { message: string }>({
    form: { of: form, resolver, draftName: SETTINGS_DRAFT },
    etag: version,
    prepare: arrived,
    send: ({ body }, headers) => adminClient.settings.update({ headers, body }),
    stored,
    onSaved: async ({ message }, { typedSince }) => {
      toast.success(message)
      const now = await stored().catch(() => undefined)
      const typed = await typedSince()
      if (now) {
        setSaved(now)
        restart(now)
      }
      if (now && typed) form.reset(typed, { keepDefaultValues: true })
      return queries.invalidateQueries({ queryKey: adminApi.settings.key() })
    },
    onFailed: (error) => toast.error('Failed to save settings', { description: errorText(error, 'Please try again.') }),
  })
  const showDiscarded = useDiscardedNotice()
  const discard = () => {
    const typed = form.getValues()
    restart(saved)
    showDiscarded(() => {
      setVersion(version)
      form.reset(typed, { keepDefaultValues: true })
    })
  }
  return (
    <FormProvider {...form}>
      <chakra.div maxW="1120px" mx="auto" pb="var(--fixed-bar, 76px)">
        <TabHead title="Settings" />
        <DraftNotice
          name={SETTINGS_DRAFT}
          draft={draft}
          dirty={isDirty}
          version={version}
          etag={etag}
          onDiscard={discard}
        />
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
      <SaveBar
        problems={countProblems(errors)}
        keptAt={storedAt}
        rest={isDirty ? 'Saving draft...' : 'No changes yet.'}
      >
        {isDirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" form="settings-form" busy={save.isPending} busyText="Saving...">
          Save settings
        </Button>
      </SaveBar>
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
