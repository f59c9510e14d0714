import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Tab, TabList, TabPanel, TabsRoot } from '../../ui/tabs.ts'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { DocumentList } from './DocumentList.tsx'
import { InvoiceNumbers } from './InvoiceNumbers.tsx'
import { MonthExport } from './MonthExport.tsx'
import { TaxForm } from './TaxForm.tsx'
import { TaxHistory } from './TaxHistory.tsx'

const FAILED = 'Failed to load tax settings'

/** Tax invoices: all of them, and what holds for new ones from which day. */
export default function InvoicesTab() {
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'gst' ? 'gst' : 'list'
  const show = (next: string) => setSearch({ tab: 'invoices', ...(next === 'gst' && { view: next }) })
  return (
    <>
      <TabHead title="Invoices" />
      <TabsRoot value={view} onValueChange={({ value }) => show(value)} lazyMount unmountOnExit>
        <TabList mb="6">
          <Tab value="list">All invoices</Tab>
          <Tab value="gst">GST settings</Tab>
        </TabList>
        <TabPanel value="list" pt="0">
          <chakra.div display="grid" gap="6">
            <DocumentList />
            <chakra.div maxW="460px">
              <MonthExport />
            </chakra.div>
          </chakra.div>
        </TabPanel>
        <TabPanel value="gst" pt="0">
          <TaxSettingsView />
        </TabPanel>
      </TabsRoot>
    </>
  )
}

function TaxSettingsView() {
  const { data: me } = useMe()
  const { data, error, refetch } = useQuery({ ...adminApi.documents.taxSettings.queryOptions(), staleTime: 0 })
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading minH="240px" />
  return (
    <chakra.div display="grid" gap="6" maxW="760px">
      {me?.role === 'owner' && (
        <>
          <TaxForm key={JSON.stringify(data.all)} current={data.current} all={data.all} />
          <InvoiceNumbers key={data.invoices.next} {...data.invoices} />
        </>
      )}
      {me?.role !== 'owner' && data.all.length === 0 && <p>No GST settings yet. An owner enters them here.</p>}
      {data.all.length > 0 && <TaxHistory current={data.current} all={data.all} />}
    </chakra.div>
  )
}
