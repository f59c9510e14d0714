import { formatRupees } from 'contract/money'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import type { PurchaseFailure } from './purchase-failures.ts'

type PurchaseNoticeProps = {
  failure: PurchaseFailure
  /** The total of the press, and the present one, in paise; undefined while it is not known or of no interest. */
  sums: [before: number, now: number] | undefined
  /** Name of the course that is owned already. */
  courseName: string | undefined
  onSignIn: () => void
  onRemove: (courseId: string) => void
}

/**
 * Explains why the purchase stopped and what to do. Takes the focus when it appears. Part of the checkout's own file: without a network no other
 * one arrives.
 */
export function PurchaseNotice({ failure, sums, courseName, onSignIn, onRemove }: PurchaseNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focus moves to the named field; the button below it must not be behind the bar of a phone.
    if (failure.kind === 'account_exists') box.current?.scrollIntoView({ block: 'nearest' })
    else box.current?.focus()
  }, [failure])
  return (
    <Problem ref={box}>
      <p>{sentenceOf(failure, courseName)}</p>
      {sums && sums[0] !== sums[1] && (
        <p>
          {t('Your total was {before}. It is now {total}.', {
            before: formatRupees(sums[0]),
            total: formatRupees(sums[1]),
          })}
        </p>
      )}
      {failure.kind === 'account_exists' && (
        <div>
          <Button size="sm" variant="outline" onClick={onSignIn}>
            {t('Log in to this account')}
          </Button>
        </div>
      )}
      {failure.kind === 'already_purchased' && (
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button asChild size="sm">
            <Link to={paths.dashboard}>{t('Go to Dashboard')}</Link>
          </Button>
          {failure.courseId && (
            <Button size="sm" variant="outline" onClick={() => failure.courseId && onRemove(failure.courseId)}>
              {t('Remove from cart')}
            </Button>
          )}
        </chakra.div>
      )}
    </Problem>
  )
}

function sentenceOf(failure: PurchaseFailure, courseName: string | undefined): string {
  if (failure.kind === 'price_changed') {
    return t('The price has changed. The new total is {total}. Press Proceed to Payment to continue.', {
      total: rupeesText(failure.total),
    })
  }
  if (failure.kind === 'account_exists') {
    return t('This email already has an account. Log in to continue; your cart is saved.')
  }
  if (failure.kind === 'network') {
    return t('{problem}. Please check your internet connection and try again.', { problem: failure.message })
  }
  if (failure.kind === 'already_purchased' && courseName && !failure.exact)
    return t('You already own {course}.', { course: courseName })
  return failure.message
}
