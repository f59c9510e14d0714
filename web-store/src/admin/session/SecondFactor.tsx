import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { useAct } from '../kit/use-act.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { secondFactorQuery } from './second-factor.queries.ts'
import { makePasskey } from './webauthn.ts'

const AddApp = later(() => import('./AddApp.tsx'))

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& > :first-child': { flex: '1', minW: '180px' },
  },
})

/** The card's own space ends the last line. */
const Lines = chakra('div', { base: { '& > :last-child': { pb: '0' } } })

/** Names this browser's passkey in the list. */
const passkeyName = () => {
  const { userAgent } = navigator
  const machine = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'].find((name) => userAgent.includes(name))
  return `Passkey on ${machine ?? 'this device'}`
}

/** Makes a passkey of this browser, and adds it. */
const passkey = {
  call: async () => {
    const { challenge_id, options } = await adminClient.secondFactor.beginPasskey()
    return adminClient.secondFactor.addPasskey({
      challenge_id,
      name: passkeyName(),
      passkey: await makePasskey(options),
    })
  },
  key: adminApi.secondFactor.addPasskey.key,
}

/** Sets up passkeys, authenticator app and recovery codes: the second step of a login. */
export function SecondFactor() {
  const { passkeys: canUsePasskeys } = usePlatform()
  const own = useQuery(secondFactorQuery())
  const [codes, setCodes] = useState<readonly string[]>()
  const [app, setApp] = useState<{ secret: string; otpauth_url: string }>()
  const failed = 'Nothing was changed'
  const also = [adminApi.key()]
  const added = ({ recovery_codes }: { recovery_codes: string[] | null }) => {
    setApp(undefined)
    if (recovery_codes) setCodes(recovery_codes)
  }
  const beginApp = useAct(adminApi.secondFactor.beginApp, { failed, done: null, onDone: setApp })
  const addPasskey = useAct(passkey, { failed, also, onDone: added })
  const onDone = () => setCodes(undefined)
  const confirm = ({ name = 'the authenticator app' }: { name?: string }) => ({
    title: `Remove ${name}?`,
    label: 'Remove',
    cancel: 'Cancel',
    text: 'You can no longer log in with it.',
  })
  const removeApp = useAct(adminApi.secondFactor.removeApp, { of: () => undefined, confirm, failed, also, onDone })
  const removePasskey = useAct(adminApi.secondFactor.removePasskey, {
    of: ({ passkey_id }: { passkey_id: string; name: string }) => ({ params: { passkey_id } }),
    confirm,
    failed,
    also,
    onDone,
  })
  const renew = useAct(adminApi.secondFactor.renewRecoveryCodes, {
    failed,
    also,
    done: null,
    onDone: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  if (own.error && !own.data) {
    return <ErrorState title="Your second step did not load" error={own.error} onRetry={() => void own.refetch()} />
  }
  if (!own.data) return <Loading minH="160px" />
  const { passkeys, app: hasApp, recovery_codes_left: left, due_at, passkeys_possible } = own.data
  const has = passkeys.length > 0 || hasApp !== null
  return (
    <>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      <Card padded display="grid" gap="3">
        <chakra.h2 textStyle="h3">Second step</chakra.h2>
        <chakra.p color="fg.muted">
          {has
            ? 'After your password, we ask for one of these.'
            : 'With a passkey or an app, nobody can log in with a stolen password alone.'}
          {due_at && ` Owners need one from ${dateText(new Date(due_at))}.`}
        </chakra.p>
        <Lines>
          {passkeys.map((passkey) => (
            <Line key={passkey.passkey_id}>
              <div>
                <chakra.p fontWeight="550">{passkey.name}</chakra.p>
                <chakra.p textStyle="sm" color="fg.muted">
                  Added {dateText(new Date(passkey.created_at))}
                  {passkey.last_used_at && `, last used ${dateText(new Date(passkey.last_used_at))}`}
                </chakra.p>
              </div>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => removePasskey.run(passkey)}
              >
                Remove
              </Button>
            </Line>
          ))}
          <Line>
            <div>
              <chakra.p fontWeight="550">{passkeys.length > 0 ? 'Another passkey' : 'Passkey'}</chakra.p>
              <chakra.p textStyle="sm" color="fg.muted">
                {!canUsePasskeys
                  ? 'Passkeys work in a browser, at the address of your shop. Here, use an app.'
                  : passkeys_possible
                    ? 'Your fingerprint, face or screen lock.'
                    : 'Passkeys need your shop on its own domain with https.'}
              </chakra.p>
            </div>
            {canUsePasskeys && passkeys_possible && (
              <Button size="sm" busy={addPasskey.busy} busyText="Adding..." onClick={() => addPasskey.run()}>
                Add a passkey
              </Button>
            )}
          </Line>
          <Line>
            <div>
              <chakra.p fontWeight="550">Authenticator app</chakra.p>
              <chakra.p textStyle="sm" color="fg.muted">
                {hasApp
                  ? `Added ${dateText(new Date(hasApp.created_at))}`
                  : 'A 6-digit code from an app on your phone.'}
              </chakra.p>
            </div>
            {hasApp ? (
              <Button
                variant="outline"
                size="sm"
                aria-label="Remove authenticator app"
                onClick={() => removeApp.run({})}
              >
                Remove
              </Button>
            ) : (
              <Button size="sm" busy={beginApp.busy} busyText="Please wait..." onClick={() => beginApp.run()}>
                Add an app
              </Button>
            )}
          </Line>
          {has && (
            <Line>
              <div>
                <chakra.p fontWeight="550">Recovery codes</chakra.p>
                <chakra.p textStyle="sm" color={left < 3 ? 'danger.fg' : 'fg.muted'}>
                  {left} of 10 left
                </chakra.p>
              </div>
              <Button
                variant="outline"
                size="sm"
                busy={renew.busy}
                busyText="Please wait..."
                onClick={() => renew.run()}
              >
                Make new recovery codes
              </Button>
            </Line>
          )}
        </Lines>
      </Card>
      {app && <AddApp app={app} onClose={() => setApp(undefined)} onAdded={added} />}
      {removeApp.dialog}
      {removePasskey.dialog}
    </>
  )
}
