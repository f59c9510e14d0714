import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../ui/Loading.tsx'
import { Stack } from '../../ui/layout.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Certificates } from './Certificates.tsx'
import { LookForm } from './LookForm.tsx'

const FAILED = 'Failed to load the look of certificates'

/** Edits the look of the next certificates, and lists those that were issued. */
export default function CertificatesTab() {
  const { data, error, refetch } = useQuery({ ...adminApi.certificates.look.queryOptions(), staleTime: 0 })
  const { data: me } = useMe()
  useFailureToast(error, FAILED)
  return (
    <Stack gap="5" maxW="1120px" mx="auto">
      <TabHead title="Certificates" />
      {data ? (
        <LookForm look={data.look} />
      ) : error ? (
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {/* An editor may not read who got one. */}
      {me?.role === 'owner' && <Certificates />}
    </Stack>
  )
}
