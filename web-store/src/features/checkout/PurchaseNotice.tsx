import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { rupeesText } from '../../ui/format.ts'
import type { Stop } from './purchase-stops.ts'

type PurchaseNoticeProps = {
  stop: Stop
  /** Name of the course that is owned already. */
  courseName: string | undefined
  onSignIn: () => void
  onRemove: (courseId: string) => void
}

/** Why the purchase stopped and what can be done about it. Takes the focus when it comes. */
export function PurchaseNotice({ stop, courseName, onSignIn, onRemove }: PurchaseNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (stop.kind !== 'account_exists') box.current?.focus()
  }, [stop])
  return (
    <Problem ref={box}>
      <p>{sentenceOf(stop, courseName)}</p>
      {stop.kind === 'account_exists' && (
        <div>
          <Button size="sm" variant="outline" onClick={onSignIn}>
            Sign In to this account
          </Button>
        </div>
      )}
      {stop.kind === 'already_purchased' && (
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button asChild size="sm">
            <Link to={paths.dashboard}>Go to Dashboard</Link>
          </Button>
          {stop.courseId && (
            <Button size="sm" variant="outline" onClick={() => stop.courseId && onRemove(stop.courseId)}>
              Remove from cart
            </Button>
          )}
        </chakra.div>
      )}
    </Problem>
  )
}

function sentenceOf(stop: Stop, courseName: string | undefined): string {
  if (stop.kind === 'price_changed') {
    return `The price has changed. The new total is ${rupeesText(stop.total)}. Press Proceed to Payment to continue.`
  }
  if (stop.kind === 'account_exists') {
    const what = stop.field === 'email' ? 'email' : 'phone number'
    return `This ${what} already has an account. Sign in to continue; your cart is saved.`
  }
  if (stop.kind === 'network') return `${stop.message}. Please check your internet connection and try again.`
  if (stop.kind === 'already_purchased' && courseName) return `You already own ${courseName}.`
  return stop.message
}
