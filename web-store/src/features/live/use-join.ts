import { useQueryClient } from '@tanstack/react-query'
import { api, client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { toast } from '../../ui/toaster.ts'

/**
 * Requests the address of a live lesson, and opens it in a new tab. The press itself opens the tab, since browsers block one that opens
 * after a response.
 */
export function useJoin(lessonId: string, onJoined: () => void = () => {}) {
  const queries = useQueryClient()
  const join = useSubmission({
    mutationFn: async (tab: Window | null) => {
      try {
        const { join_link } = await client.live.join({ params: { lesson_id: lessonId } })
        return { tab, join_link }
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onSuccess: ({ tab, join_link }) => {
      if (tab) {
        // The service learns nothing of the shop's page, and cannot lead it elsewhere.
        tab.opener = null
        tab.location.replace(join_link)
      } else window.location.assign(join_link)
      onJoined()
      return queries.invalidateQueries({ queryKey: api.learning.getContent.key() })
    },
    onError: (error) => toast.error(t('You could not join'), { description: errorText(error, t('Please try again.')) }),
  })
  return { join: () => join.mutate(window.open('about:blank', '_blank')), joining: join.isPending }
}
