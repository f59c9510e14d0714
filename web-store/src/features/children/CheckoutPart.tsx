import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import type { CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { chakra } from '../../ui/chakra.ts'
import { Text } from '../../ui/text.tsx'
import { type FieldProblem, useFields } from '../../ui/use-fields.ts'

type Age = { adult: '' | 'yes' | 'no' }
const NO_AGE: Age = { adult: '' }

const parentBuys = () => t('Below 18 a parent buys: ask them to buy with an account of their own.')

function problemsOf({ adult }: Age): FieldProblem<Age>[] {
  if (adult === 'yes') return []
  return [{ field: 'adult', message: adult === 'no' ? parentBuys() : t('Choose whether you are 18 or older') }]
}

const Question = chakra('fieldset', {
  base: {
    display: 'grid',
    gap: '3',
    minW: '0',
    '& label:has(> [type=radio])': { display: 'flex', gap: '3', alignItems: 'center', minH: '11', cursor: 'pointer' },
  },
})

/** Asks a buyer once whether they are 18 or older; the tab stores the input until it is sent. Below 18 nobody buys alone. */
export default function AgeCheckoutPart({ busy, failure, add }: CheckoutPart) {
  const signedIn = useSession((state) => isSignedIn(state))
  const { data, isPending } = useQuery({ ...api.children.mine.queryOptions(), staleTime: 0, enabled: signedIn })
  const form = useFields<Age>(NO_AGE, problemsOf)
  const { values, field, change, fail } = form
  const id = useId()
  // Until their answer is known, a student's press of "Pay" is judged by the shop: most have answered before.
  const open = (!signedIn || !isPending) && (!data || data.state === 'none')
  useDraft('age', NO_AGE, form, !open)
  useEffect(() => {
    add({
      fields: open && values.adult !== '' ? { adult: values.adult } : {},
      child: open ? values.adult === 'no' : data?.state !== 'adult',
      check: (focus) => {
        // A student who is under 18 gets the shop's refusal, which ends their consents; of a visitor nothing is sent.
        const problems = open && !(signedIn && values.adult === 'no') ? problemsOf(values) : []
        fail(problems, { focus })
        return problems.length === 0
      },
    })
  }, [open, signedIn, data?.state, values, fail, add])
  // A press before this part had loaded was judged by the shop alone.
  const unanswered = failure !== undefined && open && !busy && values.adult === ''
  useEffect(() => {
    if (unanswered) fail(problemsOf(NO_AGE))
  }, [unanswered, fail])
  if (data?.state === 'waiting') return <Text role="status">{parentBuys()}</Text>
  if (!open) return null
  const { error, ref } = field('adult')
  const choice = (adult: 'yes' | 'no', label: string) => (
    <label>
      <input
        ref={adult === 'yes' ? ref : undefined}
        type="radio"
        name="adult"
        aria-describedby={error && id}
        disabled={busy}
        checked={values.adult === adult}
        aria-invalid={error !== undefined}
        onChange={() => change({ adult })}
      />
      {label}
    </label>
  )
  return (
    <Question>
      <chakra.legend textStyle="label" mb="1">
        {t('Are you 18 or older?')}
      </chakra.legend>
      <div>
        {choice('yes', t('I am 18 or older'))}
        {choice('no', t('I am under 18'))}
      </div>
      {error ? (
        <Text id={id} role="alert" color="danger.fg">
          {error}
        </Text>
      ) : (
        values.adult === 'no' && <Text role="status">{parentBuys()}</Text>
      )}
    </Question>
  )
}
