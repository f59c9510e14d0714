import { isMediaUrl } from 'contract/fields'
import { type LinkResult, MAX_CHECKED_LINKS } from 'contract/link-check'
import { useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import type { LessonFields } from './lesson-form.ts'

/** So many are asked for at once: few enough for an answer within seconds, so that the progress moves. */
const BATCH = Math.min(20, MAX_CHECKED_LINKS)

type Progress = { done: number; of: number }

/** Tries every link of the lessons, a batch after the other; what is known is shown at once, also when a later batch fails. */
export function useCheckLinks() {
  const [results, setResults] = useState<Map<string, LinkResult>>(new Map())
  const [progress, setProgress] = useState<Progress>()
  const check = useSubmission({
    mutationFn: async (lessons: readonly LessonFields[]) => {
      const links = lessons.flatMap(({ watch_link, download_link }) => [watch_link.trim(), download_link.trim()])
      const once = [...new Set(links.filter((link) => isMediaUrl(link)))]
      setResults(new Map())
      for (let from = 0; from < once.length; from += BATCH) {
        setProgress({ done: from, of: once.length })
        const found = await adminClient.courses.checkLinks({ links: once.slice(from, from + BATCH) })
        setResults((before) => new Map([...before, ...found.results.map((result) => [result.link, result] as const)]))
      }
      return once.length
    },
    onError: (error) => {
      if (!isAuthError(error)) toast.error('The links could not be checked', { description: errorText(error, '') })
    },
    onSettled: () => setProgress(undefined),
  })
  return { check, results, progress }
}
