import { correctOf, isRight, percentOf } from 'contract/quiz-marking'
import { useState } from 'react'
import { type DraftAnswer, Question } from '../../shared/quiz/Question.tsx'
import { QuizFacts } from '../../shared/quiz/QuizFacts.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { countText } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { QuizForm } from './quiz-form.ts'

const NONE: DraftAnswer = { options: [], text: '' }

/** The questions as students meet them, with what is typed and not saved. Answers are checked here, and nothing is sent. */
export default function QuizPreview({ form, onClose }: { form: QuizForm; onClose: () => void }) {
  const [answers, setAnswers] = useState<Record<string, DraftAnswer>>({})
  const [checked, setChecked] = useState(false)
  const questions = form.questions.map(({ options, accepted, ...question }, at) => ({
    ...question,
    question_id: `preview-${at}`,
    options: options.map((option, place) => ({ ...option, option_id: String(place) })),
    accepted: accepted.map(({ text }) => text),
  }))
  const answerOf = (id: string) => answers[id] ?? NONE
  const marks = questions.map((one) => isRight(one, { question_id: one.question_id, ...answerOf(one.question_id) }))
  const right = marks.filter(Boolean).length
  const percent = percentOf(right, marks.length)
  const mark = Number(form.pass_mark) || 0
  return (
    <Dialog
      open
      size="wide"
      title="Preview"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Back to the form
          </Button>
          {questions.length > 0 && (
            <Button onClick={() => setChecked(!checked)}>{checked ? 'Answer again' : 'Check my answers'}</Button>
          )}
        </>
      }
    >
      <Stack gap="6">
        <QuizFacts
          intro={form.intro.trim() || null}
          questions={questions.length}
          passMark={mark}
          opensMore={form.gate}
          triesLeft={Number(form.max_tries) || null}
        />
        <chakra.p role="status" fontWeight="600" _empty={{ display: 'none' }}>
          {checked &&
            `${percent >= mark ? 'Passed' : 'Not passed'}: ${right} of ${countText(marks.length, 'question')} right (${percent}%).`}
        </chakra.p>
        {questions.map((question, at) => (
          <Stack key={question.question_id} gap="2">
            <Question
              number={at + 1}
              question={question}
              answer={answerOf(question.question_id)}
              missing={false}
              onAnswer={(answer) => {
                setAnswers({ ...answers, [question.question_id]: answer })
                setChecked(false)
              }}
            />
            {checked && (
              <Text textStyle="sm" color={marks[at] ? 'success.fg' : 'danger.fg'}>
                {marks[at] ? 'Right.' : `Not right. Right: ${correctTexts(question).join(', ')}.`}{' '}
                {question.explanation}
              </Text>
            )}
          </Stack>
        ))}
      </Stack>
    </Dialog>
  )
}

const correctTexts = (question: Parameters<typeof correctOf>[0]): string[] =>
  correctOf(question).map((one) => (question.kind === 'text' ? one : (question.options[Number(one)]?.text ?? '')))
