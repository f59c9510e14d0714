import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FirstStep } from 'contract/before-live'
import { Link } from 'react-router-dom'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Card, Tag } from '../../ui/layout.tsx'
import { TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { usePlatform } from '../host/platform.tsx'
import { TodoList } from './TodoList.tsx'

type Shown = { title: string; why: string; action: string; to: string }

const STORE = 'store'

const shown: Record<FirstStep, Shown> = {
  name: {
    title: 'Name your shop',
    why: 'Buyers see it on every page, in emails and on their receipts.',
    ...{ action: 'Add the name', to: `${adminPaths.tab('settings')}#section-shop` },
  },
  keys: {
    title: 'Add your Razorpay keys',
    why: 'Begin with test keys: they move no money.',
    ...{ action: 'Add keys', to: adminPaths.tab('payment') },
  },
  course: {
    title: 'Publish your first course',
    why: 'Drop a folder of videos on the list of courses, or fill in the form.',
    ...{ action: 'Open Courses', to: adminPaths.tab('courses') },
  },
  purchase: {
    title: 'Buy it once yourself',
    why: 'See what your buyers see: the payment, the email and the lessons.',
    ...{ action: 'Open your store', to: STORE },
  },
  live: {
    title: 'Go live',
    why: 'Change to live keys, and real payments reach you.',
    ...{ action: 'Change keys', to: adminPaths.tab('payment') },
  },
}

const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '8',
    h: '8',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    color: 'fg.muted',
    fontWeight: '550',
    '&[data-done]': { bg: 'success.subtle', borderColor: 'transparent', color: 'success.fg' },
    '&[data-next]': { bg: 'action.solid', borderColor: 'transparent', color: 'action.contrast' },
  },
})

/** The way from an empty shop to its first sale; each step is done when the shop itself shows it. Gone at its end, or put away. */
export function GettingStarted() {
  const queries = useQueryClient()
  const platform = usePlatform()
  const { data } = useQuery({ ...adminApi.beforeLive.get.queryOptions(), staleTime: 0 })
  const putAway = useSubmission({
    mutationFn: (settled: boolean) => adminClient.beforeLive.settle({ step: 'getting_started', settled }),
    onSuccess: ({ message, ...steps }, settled) => {
      queries.setQueryData(adminApi.beforeLive.get.queryKey(), steps)
      const undo = { label: 'Undo', onClick: () => putAway.mutate(false) }
      toast.success(message, { id: 'before-live', description: 'Getting started', ...(settled && { action: undo }) })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      toast.error('Failed to update the list', { description: errorText(error, 'Please try again.') })
    },
  })
  const steps = data?.first ?? []
  if (steps.length === 0) return null
  const next = steps.find(({ done }) => !done)?.step
  return (
    <Card asChild mb="5" overflow="hidden">
      <section aria-labelledby="getting-started">
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" px="4" py="3">
          <chakra.h2 id="getting-started" textStyle="h3">
            Getting started
          </chakra.h2>
          <Tag>
            {steps.filter(({ done }) => done).length} of {steps.length}
          </Tag>
          <Button variant="ghost" size="sm" ms="auto" disabled={putAway.isPending} onClick={() => putAway.mutate(true)}>
            Dismiss
            <VisuallyHidden> getting started</VisuallyHidden>
          </Button>
        </chakra.div>
        <TodoList as="ol" css={{ '--mark': '32px' }}>
          {steps.map(({ step, done }, n) => {
            const { title, why, action, to } = shown[step]
            const look = { variant: step === next ? 'solid' : 'outline', size: 'sm' } as const
            return (
              <li key={step}>
                <Mark data-done={done || undefined} data-next={step === next || undefined} aria-hidden>
                  {done ? <Icon of={IconCheck} size={16} /> : n + 1}
                </Mark>
                <chakra.div minW="0">
                  <chakra.p fontWeight="550" color={done ? 'fg.muted' : 'fg'}>
                    {title}
                    {done && <VisuallyHidden>, done</VisuallyHidden>}
                  </chakra.p>
                  {!done && (
                    <chakra.p textStyle="sm" color="fg.muted">
                      {why}
                    </chakra.p>
                  )}
                </chakra.div>
                {!done && to === STORE && (
                  <Button {...look} onClick={() => platform.openStorePage(paths.courses)}>
                    {action}
                  </Button>
                )}
                {!done && to !== STORE && (
                  <Button {...look} asChild>
                    <Link to={to}>{action}</Link>
                  </Button>
                )}
              </li>
            )
          })}
        </TodoList>
        <chakra.p px="4" py="3" borderTopWidth="1px" borderColor="border" textStyle="sm" color="fg.muted">
          You have students elsewhere?{' '}
          <TextLink to={adminPaths.tab('movein')}>Move in with their courses and progress</TextLink>
        </chakra.p>
      </section>
    </Card>
  )
}
