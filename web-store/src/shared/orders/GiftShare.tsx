import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { ShareButton } from '../ShareButton.tsx'

/** Sends a friend the link of a gift; see `GiftScreen` for the place of its code. */
export function GiftShare({ code, course }: { code: string; course: string }) {
  return (
    <ShareButton
      title={t('Share gift')}
      text={t('I have a gift for you: the course “{course}”. Open the link and add it to your account:', { course })}
      path={`${paths.gift}#${code}`}
    />
  )
}
