import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom'
import { isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { isShut } from '../../shared/courses/is-shut.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card, Wrap } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconArrowLeft, IconArrowRight, IconBooks } from '../../ui/secondary-icons.ts'
import { H1, Text, TextLink } from '../../ui/text.tsx'
import { LessonWork } from './assignment/LessonWork.tsx'
import { useContent, useContentError } from './lesson/use-content.ts'

const Page = chakra(Wrap, { base: { pt: { base: '4', md: '8' }, pb: '16' } })

/** Shows the assignment of the lesson in the address, away from the player: the task, and the form to submit. */
export default function WorkScreen() {
  const { courseId = '' } = useParams()
  const [search] = useSearchParams()
  const content = useContent(courseId)
  useContentError(content)
  const { data, error, isError } = content
  if (!data && isApiError(error) && error.status === 403) return <Navigate to={paths.course(courseId)} replace />
  // A failure shows one notice, and leads to the dashboard.
  if (!data) return isError ? null : <Loading />
  const at = data.content.findIndex(({ lesson_id }) => lesson_id === search.get('lesson'))
  const lesson = data.content[at]
  const next = data.content[at + 1]
  const toLesson = (lessonId: string) => `${paths.learn(courseId)}?lesson=${encodeURIComponent(lessonId)}`
  if (!lesson?.assignment || isShut(lesson)) {
    return (
      <Page size="form">
        <Head title={t('Assignment')} />
        <PageMessage
          icon={IconBooks}
          level={1}
          title={lesson ? t('This assignment is not here yet') : t('This lesson is no longer in this course')}
          action={
            <Button asChild variant="outline">
              <Link to={lesson ? toLesson(lesson.lesson_id) : paths.learn(courseId)}>{t('Back to the course')}</Link>
            </Button>
          }
        />
      </Page>
    )
  }
  return (
    <Page size="form">
      <Head title={lesson.title} />
      <TextLink to={toLesson(lesson.lesson_id)} display="inline-flex" alignItems="center" gap="1.5" minH="11">
        <Icon of={IconArrowLeft} size={20} />
        {t('Back to the lesson')}
      </TextLink>
      <chakra.div mt="1" mb={{ base: '4', md: '6' }}>
        <Text color="fg.muted">{t('Assignment')}</Text>
        <H1 overflowWrap="anywhere">{lesson.title}</H1>
      </chakra.div>
      <Card padded>
        <LessonWork key={lesson.lesson_id} courseId={courseId} lessonId={lesson.lesson_id} />
      </Card>
      {lesson.assignment.status === 'accepted' && next && (
        <chakra.div mt="5" display="flex" justifyContent="flex-end">
          <Button asChild>
            <Link to={toLesson(next.lesson_id)}>
              {t('Next lesson')}
              <Icon of={IconArrowRight} />
            </Link>
          </Button>
        </chakra.div>
      )}
    </Page>
  )
}
