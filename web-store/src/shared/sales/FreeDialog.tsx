import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { api, client, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { filled, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { cart } from '../../stores/cart.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { type FieldProblem, useFields } from '../../ui/use-fields.ts'
import { NoticeLine } from '../NoticeLine.tsx'
import { Problem } from '../Problem.tsx'

type Values = { name: string; email: string; news: boolean }

const problemsOf = ({ name, email }: Values): FieldProblem<Values>[] => [
  ...(name.trim().length < 2
    ? [{ field: 'name' as const, message: filled('Name must be at least 2 characters') }]
    : []),
  ...(/.@./.test(email) ? [] : [{ field: 'email' as const, message: t('Invalid email address') }]),
]

type Props = { id: string; onClose: () => void }

/** Gives a free course: at once to a logged-in student, by email to who is not. */
export default function FreeDialog({ id, onClose }: Props) {
  const signedIn = useSession(isSignedIn)
  return (
    <Dialog open onClose={onClose} title={t('Get it free')}>
      {signedIn ? <TakeNow id={id} /> : <RequestByEmail id={id} />}
    </Dialog>
  )
}

function TakeNow({ id }: { id: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const begun = useRef(false)
  const take = useSubmission({
    mutationFn: () =>
      client.freeCourses.take({ course_id: id }).catch((error) => {
        if (!isApiError(error) || error.code !== 'already_purchased') throw error
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: api.account.key() })
      cart.remove(id)
      navigate(paths.learn(id))
    },
  })
  const { mutate } = take
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  if (!take.isError) return <Loading minH="120px" />
  return (
    <chakra.div display="grid" gap="4">
      <Problem>{errorText(take.error, t('Something went wrong'))}</Problem>
      <Button onClick={() => take.mutate()} busy={take.isPending}>
        {t('Try again')}
      </Button>
    </chakra.div>
  )
}

function RequestByEmail({ id }: { id: string }) {
  const { field, box, submit } = useFields<Values>({ name: '', email: '', news: false }, problemsOf)
  const request = useSubmission({
    mutationFn: ({ name, email, news }: Values) =>
      client.freeCourses.ask({ course_id: id, name: name.trim(), email: email.trim(), news }),
  })
  // The answer shows until the dialog closes; without its line the cart removes the dialog.
  useEffect(() => (request.isSuccess ? () => cart.remove(id) : undefined), [request.isSuccess, id])
  if (request.isSuccess) return <p role="status">{t('We emailed you a link. Open it to start the course.')}</p>
  return (
    <chakra.form method="post" display="grid" gap="4" noValidate onSubmit={submit((values) => request.mutate(values))}>
      {request.isError && <Problem>{errorText(request.error, t('Something went wrong'))}</Problem>}
      <Field label={t('Name')} autoComplete="name" required maxLength={100} {...field('name')} />
      <Field label={t('Email')} type="email" autoComplete="email" required {...field('email')} />
      <chakra.label display="flex" gap="2.5" alignItems="center" minH="11" cursor="pointer">
        <input type="checkbox" {...box('news')} />
        {t('Send me news and offers by email')}
      </chakra.label>
      <NoticeLine />
      <Button type="submit" size="lg" full busy={request.isPending}>
        {t('Get it free')}
      </Button>
    </chakra.form>
  )
}
