import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LiveStep } from 'contract/before-live'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card, Tag } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { liveSteps } from './live-steps.ts'

/** The number of lines before "Show all": the figures below stay in sight. */
const FIRST = 4

const DISMISSED = 'dismissed-steps'

const Steps = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'repeat(2,minmax(0,1fr))' },
    '& li': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '4',
      py: '2.5',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& li:last-child:nth-child(odd)': { gridColumn: '1 / -1' },
    '& a': { fontWeight: '550', _hover: { textDecoration: 'underline' } },
  },
})

/** Lists demo content and missing settings, each with a link to fix it, and the dismissed ones; nothing once all is done. */
export function BeforeLive() {
  const queries = useQueryClient()
  const [all, setAll] = useState(false)
  const [back, setBack] = useState(false)
  const { data } = useQuery({ ...adminApi.beforeLive.get.queryOptions(), staleTime: 0 })
  const settle = useSubmission({
    mutationFn: (input: { step: LiveStep; settled: boolean }) => adminClient.beforeLive.settle(input),
    onSuccess: ({ message, ...steps }, { step, settled }) => {
      queries.setQueryData(adminApi.beforeLive.get.queryKey(), steps)
      const undo = { label: 'Undo', onClick: () => settle.mutate({ step, settled: false }) }
      toast.success(message, {
        id: 'before-live',
        description: liveSteps[step].title,
        ...(settled && { action: undo }),
      })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      toast.error('Failed to update the list', { description: errorText(error, 'Please try again.') })
    },
  })
  const { open = [], dismissed = [] } = data ?? {}
  if (open.length + dismissed.length === 0) return null
  const shown = all ? open : open.slice(0, FIRST)
  return (
    <Card asChild mb="5" overflow="hidden">
      <section aria-labelledby="before-live">
        <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" px="4" py="3.5">
          <chakra.h2 id="before-live" textStyle="h3">
            Before you go live
          </chakra.h2>
          <Tag coloured colorPalette={open.length > 0 ? 'buy' : 'success'}>
            {open.length > 0 ? `${open.length} left` : 'All done'}
          </Tag>
        </chakra.div>
        <Steps>
          {shown.map((step) => {
            const { title, why, to } = liveSteps[step]
            return (
              <li key={step}>
                <chakra.div flex="1" minW="0">
                  <Link to={to}>{title}</Link>
                  <chakra.p textStyle="sm" color="fg.muted">
                    {why}
                  </chakra.p>
                </chakra.div>
                <Button
                  variant="ghost"
                  size="sm"
                  flexShrink="0"
                  aria-label={step === 'policies' ? 'Mark policies as read' : `Dismiss: ${title}`}
                  disabled={settle.isPending}
                  onClick={() => settle.mutate({ step, settled: true })}
                >
                  {step === 'policies' ? 'Mark as read' : 'Dismiss'}
                </Button>
              </li>
            )
          })}
        </Steps>
        {back && dismissed.length > 0 && (
          <Steps id={DISMISSED} aria-label="Dismissed steps">
            {dismissed.map((step) => (
              <li key={step}>
                <chakra.span flex="1" minW="0" color="fg.muted">
                  {liveSteps[step].title}
                </chakra.span>
                <Button
                  variant="ghost"
                  size="sm"
                  flexShrink="0"
                  aria-label={`Restore: ${liveSteps[step].title}`}
                  disabled={settle.isPending}
                  onClick={() => settle.mutate({ step, settled: false })}
                >
                  Restore
                </Button>
              </li>
            ))}
          </Steps>
        )}
        {(open.length > FIRST || dismissed.length > 0) && (
          <chakra.div display="flex" flexWrap="wrap" borderTopWidth="1px" borderColor="border" px="2" py="1.5">
            {open.length > FIRST && (
              <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? 'Show fewer' : `Show all ${open.length}`}
              </Button>
            )}
            {dismissed.length > 0 && (
              <Button
                variant="ghost"
                size="sm"
                aria-expanded={back}
                aria-controls={DISMISSED}
                onClick={() => setBack(!back)}
              >
                {back ? 'Hide dismissed' : `Show dismissed (${dismissed.length})`}
              </Button>
            )}
          </chakra.div>
        )}
      </section>
    </Card>
  )
}
