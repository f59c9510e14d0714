import { useQuery } from '@tanstack/react-query'
import { Settings } from 'contract/settings'
import { Loading } from '../../ui/Loading.tsx'
import { ErrorState } from '../components/ErrorState.tsx'
import { TabHead } from '../components/TabHead.tsx'
import { useFailureToast } from '../components/use-failure-toast.ts'
import { useEarlierDraft } from '../use-draft.ts'
import { SETTINGS_DRAFT, SettingsEditor } from './SettingsEditor.tsx'
import { settingsQuery } from './settings.queries.ts'
import type { SettingsForm } from './settings-form.ts'

const FAILED = 'Failed to load settings'

/** What the shop says of itself. */
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
