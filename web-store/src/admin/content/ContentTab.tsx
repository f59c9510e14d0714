import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { IconExternalLink } from '../../ui/secondary-icons.ts'
import { IconPencil } from '../admin-icons.ts'
import { adminPaths } from '../admin-paths.ts'
import { CourseSelect, chosenCourseQuery } from '../components/CourseSelect.tsx'
import { ErrorState } from '../components/ErrorState.tsx'
import { TabHead } from '../components/TabHead.tsx'
import { useFailureToast } from '../components/use-failure-toast.ts'
import { usePlatform } from '../platform.tsx'
import { useEarlierDraft } from '../use-draft.ts'
import { ContentEditor } from './ContentEditor.tsx'
import { contentQuery } from './content.queries.ts'
import { type ContentForm, toForm } from './lesson-form.ts'
import { LessonPreviews } from './lesson-previews.ts'

const FAILED = 'Failed to load course content'

/** A course is chosen, in the address; below are its lessons. */
export default function ContentTab() {
  const [search, setSearch] = useSearchParams()
  const platform = usePlatform()
  const courseId = search.get('course_id') ?? ''
  const [asked, setAsked] = useState(false)
  const { data: course } = useQuery(chosenCourseQuery(courseId))
  const choose = (id: string) => setSearch(id ? { tab: 'content', course_id: id } : { tab: 'content' })
  return (
    <chakra.div maxW="1040px" mx="auto">
      <TabHead title="Manage Course Content">
        {course && (
          <>
            <Button asChild variant="outline">
              <Link to={adminPaths.editCourse(courseId)}>
                <Icon of={IconPencil} />
                Edit course
              </Link>
            </Button>
            <Button variant="outline" onClick={() => platform.openStorePage(paths.course(courseId))}>
              <Icon of={IconExternalLink} />
              View sales page
            </Button>
          </>
        )}
      </TabHead>
      <Card display="flex" flexWrap="wrap" alignItems="center" gap="5" px="5" py="4.5" mb="5">
        {course && (
          <chakra.div w="112px" borderRadius="l1" overflow="hidden" display={{ base: 'none', md: 'block' }} aria-hidden>
            <Picture src={course.banner} alt="" label="" place="thumb" />
          </chakra.div>
        )}
        <chakra.div flex="1 1 260px" maxW={{ md: '460px' }}>
          <CourseSelect
            label="Course"
            first="Select a course"
            none=""
            required
            value={courseId}
            error={asked && !courseId ? 'Please select a course' : undefined}
            onChange={choose}
          />
        </chakra.div>
        {!courseId && (
          <Button onClick={() => setAsked(true)} alignSelf="end">
            Save content
          </Button>
        )}
        {courseId && <LessonCount courseId={courseId} />}
      </Card>
      {courseId && <Lessons key={courseId} courseId={courseId} />}
    </chakra.div>
  )
}

function LessonCount({ courseId }: { courseId: string }) {
  const { data } = useQuery(contentQuery(courseId))
  if (!data) return null
  return (
    <chakra.p textStyle="sm" color="fg.muted" ms={{ md: 'auto' }} fontVariantNumeric="tabular-nums">
      {data.data.content.length === 0 ? 'No lessons yet' : countText(data.data.content.length, 'lesson')}
    </chakra.p>
  )
}

function Lessons({ courseId }: { courseId: string }) {
  const draftName = `content:${courseId}`
  const draft = useEarlierDraft<ContentForm>(draftName)
  const { data, error, refetch } = useQuery(contentQuery(courseId))
  useFailureToast(error, FAILED)
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data || draft === undefined) return <Loading minH="240px" />
  const { data: stored, etag } = data
  return (
    <LessonPreviews value={stored.previews}>
      <ContentEditor
        courseId={courseId}
        base={toForm(stored.content)}
        etag={etag}
        draft={draft}
        draftName={draftName}
      />
    </LessonPreviews>
  )
}
