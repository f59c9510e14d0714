import { errorText } from '../../api/client.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { IconCircleCheck } from '../../ui/secondary-icons.ts'

type KeyTestProps = {
  /** Names the owner of the keys, such as Razorpay. */
  of: string
  result: { verified: boolean; checked: boolean; reason?: string | undefined } | undefined
  error: unknown
}

/** Shows the answer to the keys. */
export function KeyTest({ of, result, error }: KeyTestProps) {
  if (!error && !result) return null
  const isGood = !error && result?.verified
  const [title, text] = error
    ? ['Not checked.', errorText(error, `Could not reach ${of}. Please try again.`)]
    : !result?.checked
      ? [
          `${of} could not be reached.`,
          `Your keys were not checked. Please try again in a minute. ${result?.reason ?? ''}`,
        ]
      : isGood
        ? ['Keys work.', 'Checked just now.']
        : ['Keys do not work.', result.reason]
  return (
    <chakra.p
      role={error ? 'alert' : 'status'}
      colorPalette={isGood ? 'success' : error || result?.checked ? 'danger' : 'buy'}
      display="flex"
      gap="2.5"
      px="3.5"
      py="3"
      borderRadius="8px"
      bg="colorPalette.subtle"
      color="colorPalette.fg"
      lineHeight="1.4"
    >
      <Icon of={isGood ? IconCircleCheck : IconAlertCircle} />
      <span>
        <b>{title}</b> {text}
      </span>
    </chakra.p>
  )
}
