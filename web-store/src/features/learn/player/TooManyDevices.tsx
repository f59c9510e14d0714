import { client, errorText, isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { plural, t } from '../../../language/text.ts'
import { deviceText } from '../../../shared/login/device-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { toast } from '../../../ui/toaster.ts'

export type WatchingDevice = { session_id: string; device: string | null }

/** Returns the watching devices of an error that there are too many. */
export function devicesOf(error: unknown): WatchingDevice[] | undefined {
  if (!isApiError(error) || error.code !== 'too_many_devices') return undefined
  return (error.data as { devices?: WatchingDevice[] }).devices ?? []
}

const Place = chakra('section', {
  base: {
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '3',
    aspectRatio: { md: '16/9' },
    maxW: { lg: 'max(480px, calc((100dvh - 200px) * 16 / 9))' },
    mx: 'auto',
    px: '4',
    py: '8',
    borderRadius: { lg: 'l2' },
    bg: 'bg.muted',
    textAlign: 'center',
  },
})

type TooManyDevicesProps = {
  devices: readonly WatchingDevice[]
  /** This device watches now. */
  onHere: () => void
  /** Others watch still, or again. */
  onOthers: (devices: WatchingDevice[]) => void
}

/** Replaces the lesson while other devices of the student use all places. */
export function TooManyDevices({ devices, onHere, onOthers }: TooManyDevicesProps) {
  const taking = useSubmission({
    mutationFn: () => client.learning.goOnHere({ stop: devices.map(({ session_id }) => session_id) }),
    onSuccess: onHere,
    onError: (error) => {
      const others = devicesOf(error)
      if (others) onOthers(others)
      else toast.error(errorText(error, t('Please try again.')))
    },
  })
  const names = devices.map(({ device }) => (device === null ? t('Another device') : deviceText(device)))
  return (
    <Place role="alert" aria-label={t('Too many devices')}>
      <chakra.p textStyle="h3">
        {plural(devices.length, {
          one: 'You are watching on {count} other device',
          other: 'You are watching on {count} other devices',
        })}
      </chakra.p>
      <chakra.p color="fg.muted" maxW="34em">
        {t('{devices}. Stop there to play here. You stay logged in everywhere.', { devices: names.join(', ') })}
      </chakra.p>
      <Button busy={taking.isPending} onClick={() => taking.mutate()}>
        {t('Stop there, play here')}
      </Button>
    </Place>
  )
}
