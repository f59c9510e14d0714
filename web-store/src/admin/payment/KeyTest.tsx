import { errorText } from '../../api/client.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { IconCircleCheck } from '../../ui/secondary-icons.ts'

const Result = chakra('p', {
  base: {
    display: 'flex',
    gap: '2.5',
    px: '3.5',
    py: '3',
    borderRadius: '8px',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    lineHeight: '1.4',
  },
})

type KeyTestProps = {
  /** Names the owner of the keys, such as Razorpay. */
  of: string
  result: { verified: boolean; checked: boolean; reason?: string | undefined } | undefined
  error: unknown
}

/** Shows the answer to the keys. */
export function KeyTest({ of, result, error }: KeyTestProps) {
  if (error) {
    return (
      <Result role="alert" colorPalette="danger">
        <Icon of={IconAlertCircle} />
        <span>
          <b>Not checked.</b> {errorText(error, `Could not reach ${of}. Please try again.`)}
        </span>
      </Result>
    )
  }
  if (!result) return null
  if (!result.checked) {
    return (
      <Result role="status" colorPalette="buy">
        <Icon of={IconAlertCircle} />
        <span>
          <b>{of} could not be reached.</b> Your keys were not checked. Please try again in a minute. {result.reason}
        </span>
      </Result>
    )
  }
  return (
    <Result role="status" colorPalette={result.verified ? 'success' : 'danger'}>
      <Icon of={result.verified ? IconCircleCheck : IconAlertCircle} />
      <span>
        <b>{result.verified ? 'Keys work.' : 'Keys do not work.'}</b>{' '}
        {result.verified ? 'Checked just now.' : result.reason}
      </span>
    </Result>
  )
}
