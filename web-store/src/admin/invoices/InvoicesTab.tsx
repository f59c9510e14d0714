import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../ui/Loading.tsx'
import { adminApi } from '../admin-api.ts'
import { TabHead } from '../parts/TabHead.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { MonthExport } from './MonthExport.tsx'
import { TaxForm } from './TaxForm.tsx'
import { TaxHistory } from './TaxHistory.tsx'

const FAILED = 'Failed to load tax settings'

/** Tax invoices: what holds and from which day, what a change does, and the documents of a month for the accountant. */
export default function InvoicesTab() {
  const { data, error, refetch } = useQuery({ ...adminApi.documents.taxSettings.queryOptions(), staleTime: 0 })
  useFailureToast(error, FAILED)
  return (
    <chakra.div maxW="1040px" mx="auto">
      <TabHead title="Invoices" />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 360px' }}
        gap="6"
        alignItems="start"
      >
        {error && !data ? (
          <Trouble title={FAILED} error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <chakra.div display="grid" gap="6">
            <TaxForm key={JSON.stringify(data.all)} current={data.current} all={data.all} />
            {data.all.length > 0 && <TaxHistory current={data.current} all={data.all} />}
          </chakra.div>
        ) : (
          <Loading minH="240px" />
        )}
        <MonthExport />
      </chakra.div>
    </chakra.div>
  )
}
