import { useEffect, useState } from 'react'
import { useBrand } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Tab, TabList, TabPanel, TabsRoot } from '../../ui/tabs.ts'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** The message of a new account shows this long before the dashboard opens. */
const REGISTERED_MS = 1500

const Title = chakra('h1', { base: { textStyle: 'h2', fontSize: { base: '1.75rem', md: '1.75rem' }, mb: '18px' } })

export type AuthTab = 'login' | 'register'

type AuthTabsProps = {
  initial?: AuthTab
  /** Level of the titles: on a page they are its first heading. */
  titleAs?: 'h1' | 'h2'
  onTab?: (tab: AuthTab) => void
  onSignedIn: (how: { mustChangePassword: boolean }) => void
  /** 1.5 s after an account was made; the login tab is shown meanwhile. */
  onRegistered: () => void
  onLeave?: () => void
}

/** Login and Register side by side, as the login page and the header's dialog have them. */
export function AuthTabs({
  initial = 'login',
  titleAs = 'h1',
  onTab,
  onSignedIn,
  onRegistered,
  onLeave,
}: AuthTabsProps) {
  const { name } = useBrand()
  const [tab, setTab] = useState<AuthTab>(initial)
  const [registered, setRegistered] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait begins with the account, not with a new callback
  useEffect(() => {
    if (!registered) return
    const timer = setTimeout(onRegistered, REGISTERED_MS)
    return () => clearTimeout(timer)
  }, [registered])

  return (
    <TabsRoot
      value={tab}
      onValueChange={({ value }) => {
        const chosen = value === 'register' ? 'register' : 'login'
        setTab(chosen)
        onTab?.(chosen)
      }}
      lazyMount
    >
      <TabList>
        <Tab value="login" flex="1">
          {t('Login')}
        </Tab>
        <Tab value="register" flex="1">
          {t('Register')}
        </Tab>
      </TabList>
      <TabPanel value="login" pt="26px">
        <Title as={titleAs}>{t('Log in to {shop}', { shop: name })}</Title>
        <LoginForm onSignedIn={onSignedIn} {...(onLeave ? { onLeave } : {})} />
      </TabPanel>
      <TabPanel value="register" pt="26px">
        <Title as={titleAs}>{t('Create your account')}</Title>
        <RegisterForm
          onRegistered={() => {
            setTab('login')
            setRegistered(true)
          }}
        />
      </TabPanel>
    </TabsRoot>
  )
}
