import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { api, isApiError, isAuthError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { endSession } from '../../shared/login/session-ended.ts'
import { toast } from '../../ui/toaster.ts'

/**
 * The student's numbers and courses. A dead session leads to the login, a server in trouble to the error page, and both lead
 * back here; of any other failure the page says so itself, besides the toast.
 */
export function useDashboard() {
  const navigate = useNavigate()
  const dashboard = useQuery(api.account.dashboard.queryOptions())
  const { error, data } = dashboard
  const nothingToShow = data === undefined

  useEffect(() => {
    if (!error) return
    if (isAuthError(error)) {
      endSession(error, paths.dashboard, t('Please login to access your dashboard'))
      return
    }
    if (!nothingToShow) return
    if (isApiError(error) && error.status >= 500) {
      // In place of the dashboard: going back would lead into the same trouble.
      navigate(paths.error(paths.dashboard), { replace: true })
      return
    }
    toast.error(t('Error loading dashboard'), { description: t('Something went wrong. Please try again later.') })
  }, [error, nothingToShow, navigate])

  return dashboard
}
