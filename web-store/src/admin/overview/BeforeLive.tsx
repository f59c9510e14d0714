import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { LiveStep } from 'server/contract/before-live'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { liveSteps } from './live-steps.ts'

/** So many are shown before the rest is asked for: the figures below stay in sight. */
const FIRST = 4

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

/** What still holds demo content or is missing, each with the way to mend it; nothing once all is done or dismissed. */
export function BeforeLive() {
  const queries = useQueryClient()
  const [all, setAll] = useState(false)
  const { data } = useQuery({ ...adminApi.beforeLive.get.queryOptions(), staleTime: 0 })
  const settle = useSubmission({
    mutationFn: (input: { step: LiveStep; settled: boolean }) => adminClient.beforeLive.settle(input),
    onSuccess: ({ message, open }, { step, settled }) => {
      queries.setQueryData(adminApi.beforeLive.get.queryKey(), { open })
      const back = { label: 'Undo', onClick: () => settle.mutate({ step, settled: false }) }
      toast.success(message, {
        id: 'before-live',
        description: liveSteps[step].title,
        ...(settled && { action: back }),
      })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      toast.error('Failed to change the list', { description: errorText(error, 'Please try again.') })
    },
  })
  const open = data?.open ?? []
  if (open.length === 0) return null
  const shown = all ? open : open.slice(0, FIRST)
  return (
    <Card asChild mb="5" overflow="hidden">
      <section aria-labelledby="before-live">
        <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3" px="4" py="3.5">
          <chakra.h2 id="before-live" textStyle="h3">
            Before you go live
          </chakra.h2>
          <Tag coloured colorPalette="genda">
            {open.length} left
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
        {open.length > FIRST && (
          <chakra.div borderTopWidth="1px" borderColor="border" px="2" py="1.5">
            <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${open.length}`}
            </Button>
          </chakra.div>
        )}
      </section>
    </Card>
  )
}
