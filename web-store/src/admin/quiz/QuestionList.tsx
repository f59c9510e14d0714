import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { IconEye } from '../../ui/secondary-icons.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { SortableList } from '../forms/SortableList.tsx'
import { QuestionCard, type QuestionNumbers } from './QuestionCard.tsx'
import { emptyQuestion, type QuizForm } from './quiz-form.ts'

type QuestionListProps = { numbers: QuestionNumbers[]; onPreview: () => void }

/** The questions in their order, each with how students answered it. */
export function QuestionList({ numbers, onPreview }: QuestionListProps) {
  const { control, watch, formState } = useFormContext<QuizForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'questions' })
  const values = watch('questions')
  const problem = formState.errors.questions?.root?.message
  const add = () => append({ ...emptyQuestion }, { focusName: `questions.${fields.length}.text` })
  return (
    <>
      <chakra.h3 textStyle="h3" mt="6" mb="3">
        Questions
      </chakra.h3>
      <SortableList ids={fields.map(({ id }) => id)} nameOf={(index) => `question ${index + 1}`} onMove={move}>
        {(index, handle) => (
          <QuestionCard
            index={index}
            handle={handle}
            count={fields.length}
            numbers={numbers.find((one) => one.question_id === values[index]?.question_id)}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        )}
      </SortableList>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      <chakra.div display="flex" flexWrap="wrap" gap="3" mt="4" pb="var(--fixed-bar, 76px)">
        <Button variant="outline" onClick={add}>
          <Icon of={IconPlus} />
          Add question
        </Button>
        <Button variant="outline" onClick={onPreview}>
          <Icon of={IconEye} />
          Preview
        </Button>
      </chakra.div>
    </>
  )
}
