import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { IconCopy } from '../../ui/later-icons.ts'
import { Card, Row, Skeleton, Tag, Wrap } from '../../ui/layout.tsx'
import { H1, Hidden, Text } from '../../ui/text.tsx'
import { ProfileProblem } from './ProfileProblem.tsx'
import { useProfile } from './use-profile.ts'

const CoinHistory = later(() => import('./CoinHistory.tsx'))

const COPIED_MS = 2000

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
  const { data, isError, isFetching, refetch } = useProfile(paths.profile)
  return (
    <Wrap size="form" pt={{ base: '6', md: '10' }} pb={{ base: '12', md: '18' }}>
      <Head title="My Profile" />
      <Row justifyContent="space-between" mb="6">
        <H1>My Profile</H1>
        <Button asChild variant="outline">
          <Link to={paths.settings}>Edit profile</Link>
        </Button>
      </Row>
      {data ? (
        <Card px={{ base: '4.5', md: '6' }} py="2">
          <Lines>
            <Line name="Name">{data.name}</Line>
            <Line name="User ID">{data.user_id}</Line>
            <Line name="Email">{data.email}</Line>
            <Line name="Phone">{data.phone}</Line>
            <Line name="Account Status">
              <Tag coloured colorPalette="mehendi">
                Active
              </Tag>
            </Line>
            <Line name="Referral code">
              <Row gap="1">
                {data.referral_code}
                <CopyCode code={data.referral_code} />
              </Row>
              <Text textStyle="sm" color="fg.subtle">
                Friends can enter it when they sign up.
              </Text>
            </Line>
          </Lines>
        </Card>
      ) : isError ? (
        <ProfileProblem busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card px={{ base: '4.5', md: '6' }} py="2">
          <Hidden role="status">Loading...</Hidden>
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

function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      compact
      aria-label={copied ? 'Copied' : 'Copy referral code'}
      onClick={() => {
        navigator.clipboard?.writeText(code).then(
          () => setCopied(true),
          () => undefined,
        )
      }}
    >
      <Icon of={copied ? IconCheck : IconCopy} />
    </IconButton>
  )
}
