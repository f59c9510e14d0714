import { queryOptions, useQuery } from '@tanstack/react-query'
import { Settings } from 'contract/shop/settings'
import { Loading } from '../../ui/Loading.tsx'
import { useEarlierDraft } from '../forms/editor-drafts.ts'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { SETTINGS_DRAFT, SettingsEditor } from './SettingsEditor.tsx'
import type { SettingsForm } from './settings-form.ts'

/** Reads the settings with their version, anew with every form. */
const settingsQuery = () =>
  queryOptions({
    queryKey: [...adminApi.settings.key(), 'edit'],
    queryFn: () => withETag((options) => adminClient.settings.get(undefined, options)),
    staleTime: 0,
    gcTime: 0,
  })

const FAILED = 'Failed to load settings'

/** Edits the texts and details of the shop. */
export default function SettingsTab() {
  const draft = useEarlierDraft<SettingsForm>(SETTINGS_DRAFT)
  const { data, error, refetch } = useQuery(settingsQuery())
  useFailureToast(error, FAILED)
  if (error && !data) {
    return (
      <>
        <TabHead title="Settings" />
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!data || draft === undefined) return <Loading />
  return <SettingsEditor settings={Settings.parse(data.data)} etag={data.etag} draft={draft} />
}
