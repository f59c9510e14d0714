import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { api, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { session } from '../../stores/session.ts'
import { firstCourse } from './first-course.ts'

/** Reads the token of an emailed link, which leaves the address and stays with this entry of the tab; a press logs in by it. */
export function useLoginLink() {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const token = hash.slice(1) || (state as { token?: string } | null)?.token || ''
  const [expired, setExpired] = useState<string>()
  useEffect(() => {
    if (hash) navigate({ pathname, search, hash: '' }, { replace: true, state: { token } })
  }, [hash, navigate, pathname, search, token])
  const logIn = useSubmission(
    api.account.logInByLink.mutationOptions({
      onSuccess: async ({ user: { user_id, name, email, phone }, access_token, token_type: tokenType }) => {
        session.signIn({ user: { user_id, name, email, phone }, token: access_token, tokenType })
        navigate(await firstCourse(), { replace: true })
      },
      onError: (error) => {
        if (isApiError(error) && ['link_expired', 'invalid'].includes(error.code)) setExpired(token)
      },
    }),
  )
  return { token, logIn, isExpired: token === expired }
}
