import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
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
  return (
    <Loaded query={own} failed="Your second step did not load" height="160px">
      {({ passkeys, app: hasApp, recovery_codes_left: left, due_at, passkeys_possible }) => {
        const has = passkeys.length > 0 || hasApp !== null
        return (
          <>
            {codes && <RecoveryCodes codes={codes} onClose={onDone} />}
            <Card padded display="grid" gap="3">
              <H3 as="h2">Second step</H3>
              <chakra.p color="fg.muted">
                {has
                  ? 'After your password, we ask for one of these.'
                  : 'With a passkey or an app, nobody can log in with a stolen password alone.'}
                {due_at && ` Owners need one from ${dateText(new Date(due_at))}.`}
              </chakra.p>
              <Lines>
                {passkeys.map((one) => (
                  <Way
                    key={one.passkey_id}
                    name={one.name}
                    words={`Added ${dateText(new Date(one.created_at))}${one.last_used_at ? `, last used ${dateText(new Date(one.last_used_at))}` : ''}`}
                  >
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`Remove ${one.name}`}
                      onClick={() => removePasskey.run(one)}
                    >
                      Remove
                    </Button>
                  </Way>
                ))}
                <Way
                  name={passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
                  words={
                    !canUsePasskeys
                      ? 'Passkeys work in a browser, at the address of your shop. Here, use an app.'
                      : passkeys_possible
                        ? 'Your fingerprint, face or screen lock.'
                        : 'Passkeys need your shop on its own domain with https.'
                  }
                >
                  {canUsePasskeys && passkeys_possible && (
                    <Button size="sm" busy={addPasskey.busy} busyText="Adding..." onClick={() => addPasskey.run()}>
                      Add a passkey
                    </Button>
                  )}
                </Way>
                <Way
                  name="Authenticator app"
                  words={
                    hasApp
                      ? `Added ${dateText(new Date(hasApp.created_at))}`
                      : 'A 6-digit code from an app on your phone.'
                  }
                >
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
                    <Button
                      size="sm"
                      variant={canUsePasskeys && passkeys_possible ? 'outline' : 'solid'}
                      busy={beginApp.busy}
                      busyText="Please wait..."
                      onClick={() => beginApp.run()}
                    >
                      Add an app
                    </Button>
                  )}
                </Way>
                {has && (
                  <Way name="Recovery codes" words={`${left} of 10 left`} few={left < 3}>
                    <Button
                      variant="outline"
                      size="sm"
                      busy={renew.busy}
                      busyText="Please wait..."
                      onClick={() => renew.run()}
                    >
                      Create new recovery codes
                    </Button>
                  </Way>
                )}
              </Lines>
            </Card>
            {app && <AddApp app={app} onClose={() => setApp(undefined)} onAdded={added} />}
            {removeApp.dialog}
            {removePasskey.dialog}
          </>
        )
      }}
    </Loaded>
  )
}

type WayProps = { name: string; words: string; few?: boolean; children: ReactNode }

function Way({ name, words, few, children }: WayProps) {
  return (
    <Line>
      <div>
        <chakra.p fontWeight="550">{name}</chakra.p>
        <Muted color={few ? 'danger.fg' : 'fg.muted'}>{words}</Muted>
      </div>
      {children}
    </Line>
  )
}
