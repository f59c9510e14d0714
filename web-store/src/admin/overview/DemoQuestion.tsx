import { useQueryClient } from '@tanstack/react-query'
import { DEMO_SEEN } from 'contract/before-live'
import type { Todo } from 'contract/todo'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconBuildingStore } from '../../ui/icons.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { IconEye } from '../../ui/secondary-icons.ts'
import { Muted, Title } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { settingsPath } from '../settings/settings-index.ts'

type Demo = Todo['demo']

/** Removes the demo after a question that names what goes, and leads to the first step. */
export function useBegin(demo: Demo) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { courses, orders, students } = demo ?? { courses: 0, orders: 0, students: 0 }
  const counts = [countText(courses, 'course'), countText(orders, 'order'), countText(students, 'student')]
  return useAct(adminApi.beforeLive.begin, {
    of: () => undefined,
    confirm: () => ({
      title: 'Remove the demo?',
      label: 'Begin with my shop',
      cancel: 'Keep the demo',
      text: `The demo’s ${counts.join(', ')}, pages, codes and files go, and its texts in Settings. What you made yourself stays. You cannot undo this.`,
    }),
    failed: 'The demo could not be removed',
    onDone: () => {
      // Every screen may show something of it, until it is read again.
      void queries.resetQueries()
      navigate(settingsPath('shop', 'brand.name'))
    },
  })
}

/** The question of the first login into a shop that holds the demo. */
export function DemoQuestion({ demo }: { demo: NonNullable<Demo> }) {
  const begin = useBegin(demo)
  const look = useAct(adminApi.beforeLive.settle, {
    of: (step: typeof DEMO_SEEN) => ({ step, settled: true }),
    done: null,
    failed: 'Please try again',
    also: [adminApi.overview.todo.queryKey()],
  })
  return (
    <Stack gap="4" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' }} maxW="920px">
      <Way
        icon={IconBuildingStore}
        title="Start selling"
        text="Begin with an empty shop: your name, your course, your first order. The demo is removed."
      >
        <Button size="lg" w="full" onClick={() => begin.run()}>
          Begin with my shop
        </Button>
      </Way>
      <Way
        icon={IconEye}
        title="See how it works"
        text={`${countText(demo.courses, 'course')} with students and orders, all made up. You can begin with your shop any time on Home.`}
      >
        <Button size="lg" w="full" variant="outline" busy={look.busy} onClick={() => look.run(DEMO_SEEN)}>
          Look around in the demo
        </Button>
      </Way>
      {begin.dialog}
    </Stack>
  )
}

type WayProps = { icon: typeof IconEye; title: string; text: string; children: ReactNode }

function Way({ icon, title, text, children }: WayProps) {
  return (
    <Card p={{ base: '5', md: '6' }} display="grid" gap="3" gridTemplateRows="auto auto 1fr auto">
      <chakra.span
        display="grid"
        placeItems="center"
        w="48px"
        h="48px"
        borderRadius="full"
        bg="action.subtle"
        color="action.fg"
      >
        <Icon of={icon} size={24} />
      </chakra.span>
      <Title>{title}</Title>
      <Muted mb="3">{text}</Muted>
      {children}
    </Card>
  )
}
