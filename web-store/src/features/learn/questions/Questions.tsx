import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Question } from 'contract/questions'
import { api, client } from '../../../api/client.ts'
import { t } from '../../../language/text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Skeleton } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { QuestionLine } from './QuestionLine.tsx'

const List = chakra('ul', { base: { listStyle: 'none', mt: '3' } })

type Props = { courseId: string; lesson: { lesson_id: string } }

/** Under a lesson: the own questions with their answers, those that the shop shows to all, and the form of the next one. */
export default function Questions({ courseId, lesson: { lesson_id: lessonId } }: Props) {
  const queries = useQueryClient()
  const options = api.questions.list.queryOptions({ input: { courseId, lessonId } })
  const list = useQuery({ ...options, refetchOnWindowFocus: 'always' })
  const change = (next: (known: Question[]) => Question[]) =>
    queries.setQueryData(options.queryKey, (known) => known && { ...known, questions: next(known.questions) })
  const remove = useMutation({
    mutationFn: (id: string) => client.questions.remove({ id }),
    onSuccess: (_, id) => change((known) => known.filter(({ question_id }) => question_id !== id)),
  })
  const add = (requested: Question) =>
    change((known) => [requested, ...known.filter(({ question_id }) => question_id !== requested.question_id)])
  const place = useFocusOn<HTMLDivElement>(remove.isSuccess)
  if (!list.data) {
    return list.isError ? (
      <Text role="alert" color="danger.fg">
        {t('The questions could not be loaded.')}
      </Text>
    ) : (
      <Skeleton h="40" aria-label={t('Loading questions')} />
    )
  }
  const { open, questions } = list.data
  return (
    <chakra.div ref={place} tabIndex={-1} role="group" aria-label={t('Questions')} outline="0 !important">
      {open ? (
        <QuestionForm courseId={courseId} lessonId={lessonId} onAsked={add} />
      ) : (
        <Text color="fg.muted">{t('New questions cannot be asked at the moment.')}</Text>
      )}
      {remove.isError && (
        <Text role="alert" color="danger.fg" mt="3">
          {t('The question could not be deleted. Please try again.')}
        </Text>
      )}
      {questions.length > 0 && (
        <List aria-label={t('Questions under this lesson')}>
          {questions.map((question) => (
            <QuestionLine
              key={question.question_id}
              question={question}
              removing={remove.isPending && remove.variables === question.question_id}
              onRemove={() => remove.mutate(question.question_id)}
            />
          ))}
        </List>
      )}
    </chakra.div>
  )
}
