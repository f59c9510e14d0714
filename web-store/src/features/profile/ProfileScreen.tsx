import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useBrand } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { ShareButton } from '../../shared/ShareButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Row, Skeleton, Tag, Wrap } from '../../ui/layout.tsx'
import { H1, Text, VisuallyHidden } from '../../ui/text.tsx'
import { useProfile } from './use-profile.ts'

const CoinHistory = later(() => import('./CoinHistory.tsx'))

const Lines = chakra('dl', {
  base: {
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { md: '200px minmax(0, 1fr)' },
      alignItems: 'center',
      columnGap: '6',
      py: '3',
      minH: '14',
    },
    '& > div + div': { borderTopWidth: '1px', borderColor: 'border' },
    '& dt': { textStyle: 'label', color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere', fontVariantNumeric: 'lining-nums tabular-nums' },
  },
})

export default function ProfileScreen() {
  const { data, isError, isFetching, refetch } = useProfile()
  const brand = useBrand()
  return (
    <Wrap size="form" pt={{ base: '6', md: '10' }} pb={{ base: '12', md: '18' }}>
      <Head title={t('My Profile')} />
      <Row flexWrap="wrap" justifyContent="space-between" mb="6">
        <H1>{t('My Profile')}</H1>
        <Button asChild variant="outline">
          <Link to={paths.settings}>{t('Edit profile')}</Link>
        </Button>
      </Row>
      {data ? (
        <Card px={{ base: '4.5', md: '6' }} py="2">
          <Lines>
            <Line name={t('Name')}>{data.name}</Line>
            <Line name={t('User ID')}>{data.user_id}</Line>
            <Line name={t('Email')}>{data.email}</Line>
            <Line name={t('Phone')}>{data.phone}</Line>
            <Line name={t('Account Status')}>
              <Tag coloured colorPalette="success">
                {t('Active')}
              </Tag>
            </Line>
            <Line name={t('Referral code')}>
              <Row gap="3" flexWrap="wrap">
                {data.referral_code}
                <CopyButton text={data.referral_code} of={t('referral code')} />
                <chakra.div flexBasis={{ base: 'full', md: 'auto' }} ms={{ base: 'calc(-.75rem - 1px)', md: '0' }}>
                  <ShareButton
                    title={t('Share your code')}
                    text={t('Join me on {shop}. My referral code is {code}:', {
                      shop: brand.name,
                      code: data.referral_code,
                    })}
                    path={paths.registerWith(data.referral_code)}
                  />
                </chakra.div>
              </Row>
              <Text textStyle="sm" color="fg.subtle">
                {t('Friends can enter it when they sign up.')}
              </Text>
            </Line>
          </Lines>
        </Card>
      ) : isError ? (
        <LoadProblem title={t('Failed to load profile data')} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card px={{ base: '4.5', md: '6' }} py="2">
          <VisuallyHidden role="status">{t('Loading...')}</VisuallyHidden>
          <Lines as="div" aria-hidden>
            {['52%', '64%', '70%', '40%', '24%', '36%'].map((width) => (
              <div key={width}>
                <Skeleton h="5" w="110px" />
                <Skeleton h="5" style={{ width }} />
              </div>
            ))}
          </Lines>
        </Card>
      )}
      {data && <CoinHistory />}
    </Wrap>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
