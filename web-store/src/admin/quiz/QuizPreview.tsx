import { useState } from 'react'
import { Question } from '../../shared/quiz/Question.tsx'
import type { DraftAnswer } from '../../stores/quiz-drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Text } from '../../ui/text.tsx'
import type { QuizForm } from './quiz-form.ts'

const NONE: DraftAnswer = { options: [], text: '' }

/** The questions as students meet them, with what is typed and not saved. Nothing is sent. */
export default function QuizPreview({ form, onClose }: { form: QuizForm; onClose: () => void }) {
  const [answers, setAnswers] = useState<Record<number, DraftAnswer>>({})
  return (
    <Dialog
      open
      size="wide"
      title="Preview"
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          Back to the form
        </Button>
      }
    >
      <chakra.div display="grid" gap="6">
        {form.intro.trim() && <Text whiteSpace="pre-line">{form.intro}</Text>}
        {form.questions.map(({ kind, text, options }, at) => (
          <Question
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves while the preview is open
            key={at}
            number={at + 1}
            question={{
              ...{ question_id: `preview-${at}`, kind, text },
              options: options.map((option, place) => ({ option_id: String(place), text: option.text })),
            }}
            answer={answers[at] ?? NONE}
            missing={false}
            onAnswer={(answer) => setAnswers({ ...answers, [at]: answer })}
          />
        ))}
      </chakra.div>
    </Dialog>
  )
}
