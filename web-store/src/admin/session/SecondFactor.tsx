import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { secondFactorQuery } from './second-factor.queries.ts'
import { makePasskey } from './webauthn.ts'

const AddApp = later(() => import('./AddApp.tsx'))
const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))

type Removal = { passkey_id: string; name: string } | 'app'

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

/** Sets up passkeys, authenticator app and recovery codes: the second step of a login. */
export function SecondFactor() {
  const queries = useQueryClient()
  const { passkeys: canUsePasskeys } = usePlatform()
  const own = useQuery(secondFactorQuery())
  const [codes, setCodes] = useState<readonly string[]>()
  const [app, setApp] = useState<{ secret: string; otpauth_url: string }>()
  const [removing, setRemoving] = useState<Removal>()
  const changed = () => queries.invalidateQueries({ queryKey: adminApi.key() })
  const onError = (error: unknown) => {
    toast.error('Nothing was changed', { description: errorText(error, 'Please try again.') })
  }
  const added = ({ message, recovery_codes }: { message: string; recovery_codes: string[] | null }) => {
    toast.success(message)
    setApp(undefined)
    if (recovery_codes) setCodes(recovery_codes)
    return changed()
  }
  const beginApp = useSubmission({
    mutationFn: () => adminClient.secondFactor.beginApp(),
    onSuccess: setApp,
    onError,
  })
  const addPasskey = useSubmission({
    mutationFn: async () => {
      const { challenge_id, options } = await adminClient.secondFactor.beginPasskey()
      const passkey = await makePasskey(options)
      return adminClient.secondFactor.addPasskey({ challenge_id, name: passkeyName(), passkey })
    },
    onSuccess: added,
    onError,
  })
  const remove = useSubmission({
    mutationFn: (what: Removal) =>
      what === 'app'
        ? adminClient.secondFactor.removeApp()
        : adminClient.secondFactor.removePasskey({ params: { passkey_id: what.passkey_id } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      setCodes(undefined)
    },
    onError,
    onSettled: () => {
      setRemoving(undefined)
      return changed()
    },
  })
  const renew = useSubmission({
    mutationFn: () => adminClient.secondFactor.renewRecoveryCodes(),
    onSuccess: ({ recovery_codes }) => {
      setCodes(recovery_codes)
      return changed()
    },
    onError,
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
                onClick={() => setRemoving(passkey)}
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
              <Button size="sm" busy={addPasskey.isPending} busyText="Adding..." onClick={() => addPasskey.mutate()}>
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
                onClick={() => setRemoving('app')}
              >
                Remove
              </Button>
            ) : (
              <Button size="sm" busy={beginApp.isPending} busyText="Please wait..." onClick={() => beginApp.mutate()}>
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
                busy={renew.isPending}
                busyText="Please wait..."
                onClick={() => renew.mutate()}
              >
                Make new recovery codes
              </Button>
            </Line>
          )}
        </Lines>
      </Card>
      {app && <AddApp app={app} onAdded={added} onClose={() => setApp(undefined)} />}
      {removing && (
        <ConfirmDialog
          open
          title={removing === 'app' ? 'Remove the authenticator app?' : `Remove ${removing.name}?`}
          confirmLabel="Remove"
          cancelLabel="Cancel"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>You can no longer log in with it.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
