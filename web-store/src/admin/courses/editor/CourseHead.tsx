import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { later } from '../../../ui/later.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { IconExternalLink } from '../../../ui/secondary-icons.ts'
import { TextLink, VisuallyHidden } from '../../../ui/text.tsx'
import { chosenCourseQuery } from '../../forms/CourseSelect.tsx'
import { adminPaths } from '../../host/admin-paths.ts'
import { useMe } from '../../host/me.queries.ts'
import { usePlatform } from '../../host/platform.tsx'
import { StatusTag } from '../../lists/StatusTag.tsx'
import { catalogueStates } from '../../lists/statuses.ts'
import { tabsOf } from '../../tabs/tabs.ts'
import { MissingParts } from '../plan/MissingParts.tsx'
import { lackOf, usePlacement } from '../plan/use-placement.ts'
import { type WorkspaceTab, workspacePath, workspaceTabs } from '../workspace-tabs.ts'

const SellConfirm = later(() => import('../plan/SellConfirm.tsx'))

const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3.5', mb: '3' },
})

const Tools = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2.5',
    ms: { lg: 'auto' },
    w: { base: 'full', lg: 'auto' },
    '& > button, & > a': { flex: { base: '1', lg: 'none' } },
  },
})

const Tabs = chakra('nav', {
  base: {
    display: 'flex',
    gap: '1',
    mb: '5',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& a': {
      px: { base: '3', md: '4' },
      py: '3',
      fontWeight: '550',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      borderBottom: '2px solid transparent',
      outlineOffset: '-3px',
    },
    '& a:hover': { color: 'fg' },
    '& a[aria-current]': { color: 'fg', borderBottomColor: 'action.solid' },
    '& span': { ms: '1.5', textStyle: 'sm', color: 'fg.subtle', fontWeight: '400' },
  },
})

type CourseHeadProps = {
  courseId: string
  current: WorkspaceTab
  /** Further tools of the tab. */
  children?: ReactNode
}

/** Heads all tabs of a course: its name, its state and links to the others. */
export function CourseHead({ courseId, current, children }: CourseHeadProps) {
  const platform = usePlatform()
  const { data: course } = useQuery(chosenCourseQuery(courseId))
  const { data: me } = useMe()
  const { placement, busy, choose, asking, confirm, dismiss } = usePlacement(courseId)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const active = nav.current?.querySelector(`[data-tab="${current}"]`)
    active?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [current])
  const state = placement?.state
  const sold = state === 'published' || state === 'unlisted'
  const isBundle = course?.kind === 'bundle'
  const own = new Set<string>(tabsOf(me?.role).map(({ id }) => id))
  return (
    <>
      <TextLink to={adminPaths.tab(isBundle ? 'bundles' : 'courses')} display="inline-block" mb="2.5">
        Back to {isBundle ? 'Bundles' : 'Courses'}
      </TextLink>
      <Line>
        <chakra.div w="80px" flexShrink="0" borderRadius="l1" overflow="hidden" aria-hidden>
          {course && <Picture src={course.banner} alt="" label="" cover={course.name} place="thumb" />}
        </chakra.div>
        {/* As wide as its words, and never wider than what the picture leaves of the line. */}
        <chakra.h1
          textStyle="h1"
          fontSize={{ base: '1.5rem', lg: '1.875rem' }}
          lineHeight="1.3"
          overflowWrap="anywhere"
          minW="0"
          maxW="calc(100% - 94px)"
          flex={{ base: '1 1 auto', lg: 'none' }}
        >
          {course?.name ?? 'Course'}
        </chakra.h1>
        {state && <StatusTag look={catalogueStates[state]} />}
        <Tools>
          {children}
          {sold && (
            <Button variant="outline" onClick={() => platform.openStorePage(paths.course(courseId))}>
              <Icon of={IconExternalLink} />
              View sales page
            </Button>
          )}
          {state && !sold && (
            <Button busy={busy} onClick={() => choose('published')}>
              Publish
            </Button>
          )}
        </Tools>
      </Line>
      {/* The other tabs have nothing that waits for it, and would move. */}
      {placement && current === 'editcourse' && (
        <>
          <MissingParts courseId={courseId} missing={placement.missing} />
          <MissingParts
            courseId={courseId}
            label="From file names, unchanged:"
            missing={[...new Set(placement.generated.map(({ part }) => part))]}
          />
        </>
      )}
      <Tabs ref={nav} aria-label="Course">
        {workspaceTabs
          .filter(([id]) => own.has(id) && !(isBundle && id === 'content'))
          .map(([id, label]) => (
            <Link
              key={id}
              to={workspacePath(id, courseId)}
              data-tab={id}
              aria-current={id === current ? 'page' : undefined}
            >
              {label}
              {id === 'content' && placement && (
                <>
                  <VisuallyHidden>, </VisuallyHidden>
                  <span>{placement.lessons}</span>
                </>
              )}
            </Link>
          ))}
      </Tabs>
      {asking && (
        <SellConfirm busy={busy} courseId={courseId} {...lackOf(placement)} onSell={confirm} onClose={dismiss} />
      )}
    </>
  )
}
