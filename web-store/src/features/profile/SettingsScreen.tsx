import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Card, Skeleton, Stack, Wrap } from '../../ui/layout.tsx'
import { H1, VisuallyHidden } from '../../ui/text.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Consents } from './Consents.tsx'
import { EditProfile } from './EditProfile.tsx'
import { OwnData } from './OwnData.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import SignedInDevices from './SignedInDevices.tsx'
import { useProfile } from './use-profile.ts'

export default function SettingsScreen() {
  const { hash } = useLocation()
  const { data, isError, isFetching, refetch } = useProfile()
  // The sections fetch these themselves. All of them show at once: one after the other they would push each other down.
  const devices = useQuery({ ...api.account.sessions.queryOptions(), enabled: false })
  const consents = useQuery({ ...api.consents.list.queryOptions(), enabled: false })
  const ready = isError || (data && !devices.isPending && !consents.isPending)
  // Emails of earlier releases lead to the form that was here.
  if (hash === '#redeem-gift') return <Navigate to={paths.gift} replace />
  return (
    <Wrap size="form" pt={{ base: '6', md: '10' }} pb={{ base: '12', md: '18' }}>
      <Head title={t('Profile Settings')} />
      <H1 mb={{ base: '3', md: '6' }}>{t('Profile Settings')}</H1>
      <SectionLinks ready={ready === true} />
      <Stack gap="5" gridTemplateColumns="minmax(0, 1fr)">
        {data && ready ? (
          <EditProfile profile={data} />
        ) : isError ? (
          <LoadProblem title={t('Failed to load profile data')} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Card padded minH="100dvh" alignContent="start">
            <VisuallyHidden role="status">{t('Loading...')}</VisuallyHidden>
            <Stack gap="5">
              {[1, 2, 3].map((place) => (
                <Stack key={place} gap="1.5">
                  <Skeleton h="5" w="120px" />
                  <Skeleton h="11" borderRadius="l2" />
                </Stack>
              ))}
              <Skeleton h="11" w="140px" borderRadius="l2" />
            </Stack>
          </Card>
        )}
        {ready && <ChangePassword />}
        {/* One failure, one way to try again: these come with the profile. */}
        {(data || !isError) && (
          <chakra.div display={ready ? 'contents' : 'none'}>
            <SignedInDevices />
            <Consents />
          </chakra.div>
        )}
        {ready && <OwnData />}
      </Stack>
    </Wrap>
  )
}
