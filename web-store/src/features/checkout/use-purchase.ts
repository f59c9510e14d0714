import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { randomKey } from '../../api/random-key.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { cart } from '../../stores/cart.ts'
import { session } from '../../stores/session.ts'
import { toast } from '../../ui/toaster.ts'
import { type Purchase, startPurchase } from './start-purchase.ts'

/** Shows the password of a new account; only a new buyer fetches the file. */
const showPassword = async (password: string) => (await import('./show-password.ts')).showPassword(password)

type Attempt = Omit<Purchase, 'keyFor' | 'onAccount'>

/**
 * Runs one purchase at a time. `start` does nothing while one runs or the browser leaves for the payment page; `failure` is the reason and
 * the variables of the last one that failed.
 */
export function usePurchase() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const keys = useRef<ReturnType<typeof createAttemptKeys>>(undefined)
  keys.current ??= createAttemptKeys()
  const running = useRef(false)

  const attempt = useMutation({
    mutationFn: (wanted: Attempt) =>
      startPurchase({
        ...wanted,
        keyFor: (content) => keys.current?.keyFor(content) ?? '',
        onAccount: (password) => void showPassword(password).catch(() => {}),
      }),
    onSuccess: async (outcome) => {
      if (outcome.kind === 'pay') {
        keys.current?.succeeded()
        window.location.assign(outcome.address)
        return
      }
      running.current = false
      if (outcome.kind === 'signed_out') {
        session.expire(paths.checkout)
        toast.error(t('Session expired. Please try again.'))
        navigate(paths.login)
        return
      }
      // The form shows it beside its button.
      if (outcome.kind === 'cart_changed' && outcome.promocode) cart.choosePromocode(undefined)
      if (outcome.kind === 'price_changed' || outcome.kind === 'cart_changed' || outcome.kind === 'billing') {
        await Promise.all([
          queries.invalidateQueries({ queryKey: api.documents.key() }),
          queries.invalidateQueries({ queryKey: api.courses.list.key() }),
          queries.invalidateQueries({ queryKey: api.promocodes.list.key() }),
        ])
      }
    },
    onError: () => {
      running.current = false
      toast.error(t('Failed to process purchase'), { id: 'purchase' })
    },
  })

  const { reset } = attempt
  useEffect(() => {
    // Back from the payment page the browser may show this one as it was left, in the middle of leaving.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      running.current = false
      reset()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [reset])

  const { data: outcome, variables } = attempt
  return {
    busy: attempt.isPending || outcome?.kind === 'pay',
    failure: outcome && outcome.kind !== 'pay' && !attempt.isPending ? outcome : undefined,
    /** Variables of the last purchase. */
    wanted: variables,
    start(wanted: Attempt) {
      if (running.current) return
      running.current = true
      attempt.mutate(wanted)
    },
    forget: reset,
  }
}

/**
 * Makes the idempotency keys of one checkout: the same content has the same key in every try, so that a purchase with a lost answer never
 * happens twice; other content, or a new try after a success, has a new one.
 */
export function createAttemptKeys(newKey: () => string = randomKey) {
  let last: { content: string; key: string } | undefined
  return {
    /** `content` is anything that JSON can hold. */
    keyFor(content: unknown): string {
      const text = JSON.stringify(content)
      if (last?.content !== text) last = { content: text, key: newKey() }
      return last.key
    },
    succeeded(): void {
      last = undefined
    },
  }
}
