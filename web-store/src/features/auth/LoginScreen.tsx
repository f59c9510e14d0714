import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { featuredQuery } from '../../shared/courses/courses.queries.ts'
import { type AuthTab, AuthTabs } from '../../shared/login/AuthTabs.tsx'
import { MUST_CHANGE_PASSWORD, promptNewPassword } from '../../shared/login/new-password-notice.ts'
import { takeRedirectOfNew } from '../../shared/login/redirect-of-new.ts'
import { session } from '../../stores/session.ts'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Stage } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SignText } from '../../ui/text.tsx'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '440px minmax(0, 1fr)' },
    minH: 'calc(100dvh - 82px)',
  },
})

const Hanging = chakra('div', {
  base: {
    display: 'grid',
    gap: '18px',
    mt: '9',
    '& > div': { w: '62%', borderWidth: '4px', borderColor: '#FFE9B3', borderRadius: '4px', overflow: 'hidden' },
    '& > div:nth-of-type(2)': { mt: '-34px', ms: '34%' },
    '& > div:nth-of-type(3)': { mt: '-34px', ms: '4%' },
  },
})

function Panel({ tab }: { tab: AuthTab }) {
  const registering = tab === 'register'
  const { data } = useQuery(featuredQuery())
  return (
    <Stage as="div" display={{ base: 'none', lg: 'block' }} color="stage.muted" px="12" pt="24" pb="12">
      <chakra.p fontSize="3.25rem" lineHeight="calc(1 + var(--signs, 0))" mb="18px">
        <SignText>
          {registering
            ? rich('Welcome{br}to the haat', { br: <br /> })
            : rich('Welcome back{br}to the haat', { br: <br /> })}
        </SignText>
      </chakra.p>
      <p>
        {registering
          ? t('One account for your lessons, coins and orders.')
          : t('Your lessons, coins and orders are where you left them.')}
      </p>
      <Hanging aria-hidden>
        {data?.cards.slice(0, 3).map((course) => (
          <div key={course.course_id}>
            <Picture place="front" src={course.banner} alt="" label="" />
          </div>
        ))}
      </Hanging>
    </Stage>
  )
}

/** Log in or make an account: `/login` and `/register` open their tab. */
export default function LoginScreen() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const initial = pathname.startsWith(paths.register) ? 'register' : 'login'
  const [tab, setTab] = useState<AuthTab>(initial)
  const signedIn = ({ mustChangePassword }: { mustChangePassword: boolean }) => {
    const waiting = session.takeRedirect()
    if (mustChangePassword) {
      promptNewPassword('here')
      navigate(paths.settings, { replace: true, state: MUST_CHANGE_PASSWORD })
    } else navigate(waiting ?? paths.dashboard, { replace: true })
  }
  const registered = () => {
    navigate(takeRedirectOfNew(), { replace: true })
  }
  return (
    <Columns>
      <Head title={initial === 'register' ? t('Register') : t('Login')} />
      <Panel tab={tab} />
      <chakra.div
        w="full"
        maxW={{ base: '452px', lg: '456px' }}
        mx="auto"
        px={{ base: '4', lg: '12' }}
        pt={{ base: '10', lg: '18' }}
        pb={{ base: '12', lg: '14' }}
      >
        <AuthTabs initial={initial} onTab={setTab} onSignedIn={signedIn} onRegistered={registered} />
      </chakra.div>
    </Columns>
  )
}
