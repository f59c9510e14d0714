import type { StoredRequest } from 'contract/privacy/requests'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { session, useSession } from '../../stores/session.ts'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { H1 } from '../../ui/text.tsx'
import { Aside } from './Aside.tsx'
import { EmailedLink } from './EmailedLink.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { RequestCard } from './RequestCard.tsx'
import { RequestForm } from './RequestForm.tsx'
import { isKind } from './request-words.ts'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(0, 1fr)' },
    columnGap: '10',
    rowGap: '6',
    alignItems: 'start',
    mt: '6',
  },
})

/** Takes requests of people about their own data, with and without a login, and what the links of its emails lead to. */
export default function PrivacyRequestScreen() {
  const [search] = useSearchParams()
  const named = search.get('kind')
  const [kind, setKind] = useState(isKind(named) ? named : 'access')
  const { user, ready } = useSession()
  const [stored, setStored] = useState<StoredRequest>()
  const done = (request: StoredRequest) => {
    // A hidden account has no session any more.
    if (request.status === 'hidden') session.end()
    setStored(request)
  }
  const link = (['back', 'file'] as const).find((one) => search.has(one))
  return (
    <Wrap maxW="1040px !important" pt={{ base: '8', md: '12' }} pb={{ base: '12', md: '18' }}>
      <Head title={t('Your data, your request')} />
      <H1>{t('Your data, your request')}</H1>
      {link ? (
        <EmailedLink kind={link} token={search.get(link) ?? ''} />
      ) : (
        <>
          <chakra.p color="fg.muted" mt="2" maxW="62ch">
            {user
              ? t('You are logged in, so no code is needed. It costs nothing.')
              : t('No login needed. We check with a code that the email is yours. It costs nothing.')}
          </chakra.p>
          <Columns>
            {stored ? (
              <RequestCard request={stored} onMore={() => setStored(undefined)} />
            ) : (
              ready && (
                <RequestForm
                  key={user?.user_id ?? ''}
                  signedIn={Boolean(user)}
                  kind={kind}
                  onKind={setKind}
                  onDone={done}
                />
              )
            )}
            <chakra.div gridColumn={{ lg: '2' }} gridRow={{ lg: '1' }}>
              <Aside kind={kind} signedIn={Boolean(user)} />
            </chakra.div>
          </Columns>
          {user && <OwnRequests />}
        </>
      )}
    </Wrap>
  )
}
