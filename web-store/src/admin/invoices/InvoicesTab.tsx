import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { Stack } from '../../ui/layout.tsx'
import { Tab, TabList, TabPanel, TabsRoot } from '../../ui/tabs.ts'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { DocumentList } from './DocumentList.tsx'
import { InvoiceNumbers } from './InvoiceNumbers.tsx'
import { TaxForm } from './TaxForm.tsx'
import { TaxHistory } from './TaxHistory.tsx'

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
          <DocumentList />
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
  const query = useQuery({ ...adminApi.documents.taxSettings.queryOptions(), staleTime: 0 })
  return (
    <Loaded query={query} failed="Failed to load tax settings" height="240px" toasts>
      {({ current, all, invoices }) => (
        <Stack gap="6" maxW="760px">
          {me?.role === 'owner' && (
            <>
              <TaxForm key={JSON.stringify(all)} current={current} all={all} />
              <InvoiceNumbers key={invoices.next} {...invoices} />
            </>
          )}
          {me?.role !== 'owner' && all.length === 0 && <p>No GST settings yet. An owner enters them here.</p>}
          {all.length > 0 && <TaxHistory current={current} all={all} />}
        </Stack>
      )}
    </Loaded>
  )
}
